import type { DocKind, TestCase, TestCaseInput } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { JsonEditor } from '../../../code/JsonEditor.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirmClose } from '../../../ui/confirm-close.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import { pathsOfKinds } from '../../folders/item-calls.ts'
import styles from './guards.module.css'

/** A case that is yet to be kept. */
export type NewTestCase = Pick<TestCase, 'name' | 'ignored' | 'from'> & { _id?: undefined } & Texts
type Texts = { payload: string; rt_context: string; expected: string }

type Props = {
  kind: DocKind
  documentId: string
  testCase: TestCase | NewTestCase
  readOnly: boolean
  /** What was saved differs from what is on screen: a run takes what was saved. */
  dirty: boolean
  onSave: (input: Omit<TestCaseInput, 'id'>) => Promise<boolean>
  onClose: () => void
}

const editorsOf: Record<DocKind, readonly (readonly [keyof Texts, string])[]> = {
  component: [
    ['payload', 'Payload (ctx.input)'],
    ['rt_context', 'Context (ctx.rt_context)'],
    ['expected', 'Expected result (ctx.output)'],
  ],
  schema: [
    ['payload', 'Record'],
    ['expected', 'Expected result: valid, findings'],
  ],
  pipeline: [
    ['payload', 'Records by data source'],
    ['expected', 'Expected result: rejected, output'],
  ],
}

const written = (value: unknown): string => JSON.stringify(value, null, 2)
const textsOf = (one: TestCase | NewTestCase): Texts =>
  one._id === undefined
    ? { payload: one.payload, rt_context: one.rt_context, expected: one.expected }
    : { payload: written(one.payload), rt_context: written(one.rt_context), expected: written(one.expected) }

/** A payload with what is expected of it; the expected result can be taken from a run. */
export function TestCaseDialog({ kind, documentId, testCase, readOnly, dirty, onSave, onClose }: Props) {
  const [first] = useState(() => ({ name: testCase.name, ignored: testCase.ignored.join('\n'), ...textsOf(testCase) }))
  const [draft, setDraft] = useState(first)
  const [busy, setBusy] = useState(false)
  const begin = useNewest()
  const editors = editorsOf[kind]
  const isChanged = Object.entries(first).some(([field, text]) => draft[field as keyof typeof draft] !== text)
  const broken = editors.find(([field]) => parse(draft[field]) === undefined)
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }))
  const takeResult = async () => {
    const isNewest = begin()
    setBusy(true)
    const result = await tryOut(kind, documentId, {
      payload: parse(draft.payload),
      rt_context: parse(draft.rt_context),
    })
    if (!isNewest()) return
    setBusy(false)
    if (result !== null) set({ expected: written(result.output) })
  }
  const save = async () => {
    setBusy(true)
    const isSaved = await onSave({
      ...(testCase._id === undefined ? { from: testCase.from } : { _id: testCase._id }),
      name: draft.name,
      payload: parse(draft.payload),
      rt_context: parse(draft.rt_context),
      expected: parse(draft.expected),
      ignored: draft.ignored.split('\n').filter((line) => line.trim() !== ''),
    })
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog
      title={testCase._id === undefined ? 'New test case' : `Test case ${testCase.name}`}
      width={75}
      onCancel={() => confirmClose(isChanged && !readOnly, onClose)}
      footer={
        <>
          <Button onClick={() => confirmClose(isChanged && !readOnly, onClose)}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {!readOnly && (
            <Button
              tone="primary"
              disabled={busy || broken !== undefined || draft.name.trim() === ''}
              title={broken === undefined ? undefined : `${broken[1]} is not JSON`}
              onClick={() => void save()}
            >
              Save
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <label className={styles.field}>
          Name
          <input
            className={styles.text}
            data-first-focus
            value={draft.name}
            readOnly={readOnly}
            onChange={({ target }) => set({ name: target.value })}
          />
        </label>
        <label className={styles.field}>
          Fields that may differ, one per line
          <textarea
            className={styles.lines}
            rows={2}
            value={draft.ignored}
            readOnly={readOnly}
            placeholder={'updatedAt\n/products/*/id'}
            onChange={({ target }) => set({ ignored: target.value })}
          />
        </label>
        {editors.map(([field, label]) => (
          <section key={field} className={styles.editor} aria-label={label}>
            <h3>{label}</h3>
            <JsonEditor
              label={label}
              value={draft[field]}
              readOnly={readOnly}
              onChange={(text) => set({ [field]: text })}
            />
          </section>
        ))}
        {!readOnly && (
          <div className={styles.take}>
            <Button
              disabled={busy || dirty || parse(draft.payload) === undefined || parse(draft.rt_context) === undefined}
              title={dirty ? 'Save your changes first: what was saved is run' : undefined}
              onClick={() => void takeResult()}
            >
              {busy ? 'Running …' : 'Run and expect what comes out'}
            </Button>
            {broken !== undefined && <Notice look="line">{broken[1]} is not JSON.</Notice>}
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** What the saved version makes of a payload; null when it could not be run, which was told. */
const tryOut = (kind: DocKind, id: string, body: { payload: unknown; rt_context: unknown }) =>
  (kind === 'component'
    ? call('POST /components/{id}/execute', { params: { id }, body })
    : call(`POST /${pathsOfKinds[kind]}/test-cases/try`, { body: { id, payload: body.payload } })
  ).catch(() => null)

/** The value of a JSON text; undefined when it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
