import type { JsonSchema } from '@millrace/contract'
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { PlacedProblem } from '../../../code/json-editor.ts'
import { toast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Bar, Spacer } from '../../../ui/Layout.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import styles from './dialogs.module.css'
import { suggestInSchema } from './schema-suggest.ts'
import { readSchema, writeSchema } from './schema-text.ts'

const JsonEditor = lazy(() => import('../../../code/JsonEditor.tsx').then((module) => ({ default: module.JsonEditor })))

type Props = {
  /** 'Edit json', or 'Import schema', which begins with an empty text and takes files. */
  mode: 'edit' | 'import'
  name: string
  schema: JsonSchema
  readOnly?: boolean
  /** What is wrong with a schema, by JSON pointer. */
  check: (schema: JsonSchema) => readonly PlacedProblem[]
  references?: readonly { address: string; name: string }[]
  onApply: (schema: JsonSchema) => void
  onClose: () => void
}

/** The schema as a JSON text (SCH-005): faults at their place, completion, copy. Applied to the editor by Ok, not saved. */
export function SchemaTextDialog({ mode, name, schema, readOnly = false, check, references, onApply, onClose }: Props) {
  const first = useMemo(() => (mode === 'edit' ? writeSchema(schema) : ''), [mode, schema])
  const [text, setText] = useState(first)
  const [faults, setFaults] = useState<number | null>(null)
  const file = useRef<HTMLInputElement>(null)
  // A key is shown before the whole text has been read.
  const settled = useDeferredValue(text)
  const parsed = useMemo(() => parse(settled), [settled])
  const quit = async () => {
    if (text === first || (await confirm('Quit ?'))) onClose()
  }
  const problems = (value: unknown): readonly PlacedProblem[] => {
    const read = readSchema(JSON.stringify(value))
    return read.schema === null ? [{ pointer: '', message: read.message }] : check(read.schema)
  }
  const apply = () => {
    const read = parse(text) === null ? null : readSchema(text)
    if (read !== null && read.schema !== null) onApply(read.schema)
  }
  const copy = async () => {
    if (await copyText(text)) toast.success('The schema is copied to clipboard')
    else toast.error('Unable copy json schema to clipboard, please press Ctrl/Cmd+C to copy.')
  }
  const begin = useNewest()
  const write = (typed: string) => {
    // What is written now is newer than a file that is still being read.
    begin()
    setText(typed)
  }
  const open = async ({ files }: HTMLInputElement) => {
    const chosen = files?.[0]
    if (chosen === undefined) return
    const isNewest = begin()
    const read = await chosen.text().catch(() => null)
    if (!isNewest()) return
    if (read === null) toast.error(`${chosen.name} cannot be read. Choose it again.`)
    else setText(read)
  }
  const why = useMemo(() => whyNot(settled, faults, parsed), [settled, faults, parsed])
  return (
    <Dialog
      title={`${mode === 'edit' ? 'Edit json' : 'Import schema'}: ${name}`}
      width={95}
      hasCloseIcon={!readOnly}
      onCancel={() => void quit()}
      footer={
        <>
          {why !== '' && !readOnly && (
            <span className={styles.why} data-untouched={text.trim() === ''}>
              {why}
            </span>
          )}
          <Button onClick={onClose}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {!readOnly && (
            <Button tone="primary" disabled={why !== '' || text === first} onClick={apply}>
              Ok
            </Button>
          )}
        </>
      }
    >
      <Bar className={styles.bar ?? ''}>
        {mode === 'import' && (
          <>
            <input
              ref={file}
              type="file"
              accept=".json,application/json,application/schema+json"
              hidden
              onChange={(event) => void open(event.target)}
            />
            <Button onClick={() => file.current?.click()}>Choose file</Button>
            <span className="quiet">
              or paste the schema below. It takes the place of the present one; Undo brings that back.
            </span>
          </>
        )}
        <Spacer />
        <Button disabled={text === ''} onClick={() => void copy()}>
          Copy
        </Button>
      </Bar>
      <div className={styles.text}>
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <JsonEditor
            label={`JSON of ${name}`}
            value={text}
            readOnly={readOnly}
            onChange={write}
            onFaults={setFaults}
            check={problems}
            suggest={suggestInSchema(parsed, references)}
          />
        </Suspense>
      </div>
    </Dialog>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function whyNot(text: string, faults: number | null, parsed: unknown): string {
  if (text.trim() === '') return 'There is no schema yet.'
  if (faults !== null && faults > 0)
    return faults === 1 ? 'One fault is marked in the text.' : `${faults} faults are marked in the text.`
  if (parsed === null) return 'The text is no JSON.'
  return readSchema(text).message ?? ''
}
