import type { DocKind, TreeNode } from '@millrace/contract'
import { Panel } from '../../ui/Page.tsx'
import { TestCases } from '../components/guards/TestCases.tsx'
import { startOfEmptyCase } from '../components/guards/start-of-case.ts'
import { useTestCases } from '../components/guards/use-test-cases.ts'

type Props = { kind: Exclude<DocKind, 'component'>; leaf: TreeNode; version: string }

/** The test cases of a schema or a pipeline, run on the version of the address. */
export function CasesPanel({ kind, leaf, version }: Props) {
  const versions = leaf.versions ?? []
  const shown = versions.find(({ _id }) => _id === version) ?? versions[0]
  const cases = useTestCases(kind, shown?._id ?? version, shown?.lastUpdateDate ?? '')
  // A lock keeps the tree from moving it, and no case from being written: the server knows the rules.
  const writes = leaf.draggable || versions.some(({ vLocked }) => vLocked)
  return (
    <Panel grow title={`Test cases of ${leaf.label}`}>
      <TestCases
        kind={kind}
        documentId={shown?._id ?? version}
        state={cases}
        start={() => startOfEmptyCase(kind, cases.cases ?? [])}
        dirty={false}
        writes={writes}
      />
    </Panel>
  )
}
