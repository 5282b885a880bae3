import type { TestCaseInput } from '@millrace/contract'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../access/sessions/use-session.ts'
import { call } from '../../api/call.ts'
import type { NewTestCase } from '../../documents/components/guards/TestCaseDialog.tsx'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { useNewest } from '../../ui/use-newest.ts'

const TestCaseDialog = lazy(() =>
  import('../../documents/components/guards/TestCaseDialog.tsx').then((module) => ({ default: module.TestCaseDialog })),
)

type Props = {
  uploadId: string
  /** Of the rejected record that finding is about, or of the record in that row. */
  place: { n: number } | { row: number }
  label?: string
}

/**
 * Keeps a record of an upload as a test case of its pipeline: what comes of it now stands in the dialog as what is
 * expected, to be changed and saved. Nothing is drawn for who may not.
 */
export function KeepRecord({ uploadId, place, label = 'Keep as test case' }: Props) {
  const may = useMay('GET /uploads/payload')
  const [kept, setKept] = useState<{ pipeline: string; testCase: NewTestCase } | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = useNewest()
  if (!may) return null
  const prepare = async () => {
    const isNewest = begin()
    setBusy(true)
    const next = await caseOf(uploadId, place).catch(() => null)
    if (!isNewest()) return
    setBusy(false)
    setKept(next)
  }
  const save = async (input: Omit<TestCaseInput, 'id'>) => {
    const id = kept?.pipeline ?? ''
    const saved = await call('POST /pipelines/test-cases', { body: { id, ...input } }).catch(() => null)
    if (saved !== null) toast.success(`Test case ${saved.name} added to the pipeline`)
    return saved !== null
  }
  return (
    <>
      <Button disabled={busy} onClick={() => void prepare()}>
        {busy ? 'Running …' : label}
      </Button>
      {kept !== null && (
        <Suspense>
          <TestCaseDialog
            kind="pipeline"
            documentId={kept.pipeline}
            testCase={kept.testCase}
            readOnly={false}
            dirty={false}
            onSave={save}
            onClose={() => setKept(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The record with what its pipeline makes of it now. A failure is told by a toast. */
async function caseOf(id: string, place: Props['place']): Promise<{ pipeline: string; testCase: NewTestCase }> {
  const { pipeline, payload, from } = await call('GET /uploads/payload', { query: { id, ...place } })
  const { output } = await call('POST /pipelines/test-cases/try', { body: { id: pipeline, payload } })
  const name = `${from.charAt(0).toUpperCase()}${from.slice(1)}`
  const testCase = { name, from, ignored: [], payload: written(payload), rt_context: '{}', expected: written(output) }
  return { pipeline, testCase }
}

const written = (value: unknown): string => JSON.stringify(value, null, 2)
