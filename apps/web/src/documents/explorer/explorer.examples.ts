import type { TreeNode } from '@millrace/contract'

// Made-up trees for tests of screens.

const noRules = { tags: { read: [], write: [] }, inheritTags: [] }

export const exampleFolder = (
  value: string,
  label: string,
  children: TreeNode[],
  over: Partial<TreeNode> = {},
): TreeNode => ({
  value,
  label,
  type: 'folder',
  children,
  ...noRules,
  editable: true,
  draggable: true,
  droppable: true,
  ...over,
})

/** @param versions newest first, e.g. [['fr4', 4, false], ['fr', 3, true]] */
export const exampleLeaf = (
  label: string,
  versions: [id: string, version: number, locked: boolean][],
  over: Partial<TreeNode> = {},
): TreeNode => ({
  value: versions[0]?.[0] ?? label,
  label,
  type: 'leaf',
  ...noRules,
  versions: versions.map(([_id, version, vLocked]) => ({
    _id,
    version,
    vLocked,
    vParents: [],
    lastUpdateDate: '2026-11-20T16:02:00.000Z',
  })),
  editable: true,
  draggable: true,
  droppable: false,
  isMaster: false,
  ...over,
})

/** A root with a folder of bikes, a pipeline beside it and an empty folder. */
export const exampleTree = (): TreeNode[] => [
  exampleFolder(
    'root',
    'Pipelines',
    [
      exampleFolder('bikes', 'Bikes', [
        exampleLeaf('Bikes catalogue', [['master', 1, true]], { isMaster: true }),
        exampleLeaf('Bikes fr-FR', [
          ['fr4', 4, false],
          ['fr', 3, true],
        ]),
      ]),
      exampleFolder('empty', 'Empty', []),
      exampleLeaf('Stores', [['stores', 2, true]]),
    ],
    { editable: false, draggable: false },
  ),
]
