import type { TreeNode } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { exampleFolder, exampleLeaf, exampleTree } from './explorer.examples.ts'
import { actionsOf, contentsOf, type MayCalls, type NodeAction } from './node-actions.ts'

const manager: MayCalls = { folders: true, contents: true, badges: false, explain: false }
const admin: MayCalls = { folders: true, contents: false, badges: true, explain: true }
const folder = (over: Partial<TreeNode> = {}) => exampleFolder('f', 'Folder', [], over)
const root = folder({ editable: false, draggable: false })
const closed = folder({ editable: false, draggable: false, droppable: false })
const draft = exampleLeaf('Draft', [['d', 1, false]])
const locked = exampleLeaf(
  'Locked',
  [
    ['l2', 2, false],
    ['l1', 1, true],
  ],
  { editable: false, draggable: false },
)
const readyMade = exampleLeaf('Block', [['b', 1, true]], { editable: false, draggable: false, readyMade: true })
const ruled = exampleLeaf('Ruled', [['r', 1, false]], {
  tags: { read: [], write: [['eu']] },
  editable: false,
  draggable: false,
})
const inFolder: NodeAction[] = ['rename-folder', 'move-folder', 'delete-folder']
const whole: NodeAction[] = ['new-item', 'new-folder', ...inFolder]
const withImport: NodeAction[] = ['new-item', 'new-folder', 'import', ...inFolder]
const contents: NodeAction[] = ['copy', 'export']

describe('the menu of a row', () => {
  const cases: [string, TreeNode, MayCalls, string[], NodeAction[]][] = [
    ['FLD-011/ui a folder that may be written', folder(), manager, [], withImport],
    ['FLD-011/ui a folder that may not be written', closed, manager, [], []],
    ['FLD-018/ui the root takes new rows, and stays as it is', root, manager, [], ['new-item', 'new-folder', 'import']],
    [
      'a whole pipeline is made of a file in the tree of pipelines',
      root,
      { ...manager, fromFile: true },
      [],
      ['new-item', 'new-folder', 'import', 'from-file'],
    ],
    ['PRM-014/ui an admin manages badges, too', folder(), admin, [], [...whole, 'badges', 'explain']],
    ['PRM-014/ui an admin where they may not write', closed, admin, [], ['explain']],
    [
      'FLD-006/ui FLD-012/ui a document of one version',
      draft,
      manager,
      [],
      ['rename-item', 'move-item', ...contents, 'delete-item'],
    ],
    [
      'FLD-012/ui an admin works with names, not with contents (D-130)',
      { ...draft, readyMade: true },
      admin,
      [],
      ['rename-item', 'move-item', 'delete-item', 'explain'],
    ],
    ['FLD-006/ui FLD-012/ui a locked document is only read', locked, manager, [], ['choose-version', ...contents]],
    ['the lock does not hold back badges (D-47)', locked, admin, [], ['choose-version', 'badges', 'explain']],
    [
      'PRM-021/ui a document without rules lets everyone pass',
      draft,
      admin,
      [],
      ['rename-item', 'move-item', 'delete-item', 'badges', 'explain'],
    ],
    ['what comes with the product keeps its badges', readyMade, admin, [], ['explain']],
    ['a write rule does', ruled, admin, [], ['explain']],
    ['PRM-022/ui who passes it may', ruled, admin, ['eu'], ['badges', 'explain']],
  ]
  it.each(cases)('%s', (_, node, may, badges, expected) => {
    expect(actionsOf(node, may, { role: 'admin', badges: new Set(badges) })).toEqual(expected)
  })
})

it('PRM-020/ui a super-admin passes whatever the rules say', () => {
  const holder = { role: 'super-admin' as const, badges: new Set<string>() }
  expect(actionsOf(ruled, admin, holder)).toEqual(['badges', 'explain'])
})

it('counts what lies inside, however deep', () => {
  expect(contentsOf(exampleTree()[0] as TreeNode)).toEqual({ folders: 2, documents: 3 })
  expect(contentsOf(draft)).toEqual({ folders: 0, documents: 0 })
})
