import type { InferredSchema, JsonSchema } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { toast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Table } from '../../../ui/Table.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import styles from './dialogs.module.css'
import { describeFilled, describePlace, describeTypes } from './inferred-words.ts'
import { countNewFields, mergeInferred, type TakeOver } from './merge-inferred.ts'
import { sentFileOf } from '../../../api/sent-file.ts'
import { reasonOf } from '../../../api/reason-of.ts'

type Props = {
  name: string
  schema: JsonSchema
  onApply: (schema: JsonSchema) => void
  onClose: () => void
}

const choices: readonly [keyof TakeOver, string][] = [
  ['fields', 'Add fields that the schema does not have'],
  ['types', 'Allow types that came in the files'],
  ['optional', 'Ask no longer for fields that are missing or empty in the files'],
]

/** Fields that are listed; of more the number is told. */
const maxListed = 500

/** Makes a schema of example files (SCH-026), says what each field was inferred from, and takes it over by choice. */
export function ImportExampleDialog({ name, schema, onApply, onClose }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [listed, setListed] = useState(true)
  const [inferred, setInferred] = useState<InferredSchema | null>(null)
  const [busy, setBusy] = useState(false)
  const [replace, setReplace] = useState(isEmpty(schema))
  const [take, setTake] = useState<TakeOver>({ fields: true, types: false, optional: false })
  const [failure, setFailure] = useState<string | null>(null)
  const begin = useNewest()
  const read = async (chosen: readonly File[], omitStartingArray: boolean) => {
    const isNewest = begin()
    setFiles(chosen)
    setInferred(null)
    setFailure(null)
    setBusy(chosen.length > 0)
    if (chosen.length === 0) return
    try {
      const sent = await Promise.all(chosen.map(sentFileOf))
      const examples = sent.map((file) => ({ ...file, omitStartingArray }))
      if (!isNewest()) return
      const made = await call('POST /schemas/infer', { body: { examples }, quiet: true })
      if (isNewest()) setInferred(made)
    } catch (error) {
      if (!isNewest()) return
      const message = reasonOf(error)
      toast.error(`Generate schema from file error: ${message}`)
      // The message goes; what to do next stays.
      setFailure(message)
    } finally {
      if (isNewest()) setBusy(false)
    }
  }
  const result =
    inferred === null ? null : replace ? inferred.jsonSchema : mergeInferred(schema, inferred.jsonSchema, take)
  const quit = async () => {
    if (inferred === null || (await confirm('Quit ?'))) onClose()
  }
  return (
    <Dialog
      title={`Import example: ${name}`}
      width={75}
      hasCloseIcon
      onCancel={() => void quit()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={result === null || result === schema}
            onClick={() => result && onApply(result)}
          >
            Ok
          </Button>
        </>
      }
    >
      <p>
        Choose files with typical records: CSV, TSV, XLSX, JSON, NDJSON or XML, several at once. Nothing of them is
        kept.
      </p>
      <p className={styles.files}>
        <input
          type="file"
          multiple
          aria-label="Example files"
          data-first-focus
          onChange={(event) => void read([...(event.target.files ?? [])], listed)}
        />
      </p>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={listed}
          onChange={(event) => {
            setListed(event.target.checked)
            void read(files, event.target.checked)
          }}
        />
        Describe one record, not the whole list
      </label>
      <p role="status" className="quiet">
        {busy && 'Reading …'}
        {!busy && inferred !== null && summary(inferred)}
      </p>
      {failure !== null && (
        <div className={styles.failure}>
          <Notice tone="error" look="line">
            {failure}
          </Notice>
          <Button onClick={() => void read(files, listed)}>Retry</Button>
        </div>
      )}
      {inferred !== null && (
        <>
          <fieldset className={styles.choices}>
            <legend>What to do with it</legend>
            <label className={styles.tick}>
              <input type="radio" name="take" checked={replace} onChange={() => setReplace(true)} />
              Replace the schema
            </label>
            <label className={styles.tick}>
              <input type="radio" name="take" checked={!replace} onChange={() => setReplace(false)} />
              Merge into it ({countFields(countNewFields(schema, inferred.jsonSchema), 'new ')})
            </label>
            {!replace &&
              choices.map(([choice, label]) => (
                <label key={choice} className={`${styles.tick} ${styles.inner}`}>
                  <input
                    type="checkbox"
                    checked={take[choice]}
                    onChange={(event) => setTake({ ...take, [choice]: event.target.checked })}
                  />
                  {label}
                </label>
              ))}
          </fieldset>
          <FieldTable inferred={inferred} />
        </>
      )}
    </Dialog>
  )
}

function FieldTable({ inferred }: { inferred: InferredSchema }) {
  const { fields } = inferred
  return (
    <>
      <Table label="Fields of the files" look="plain" columns={['Field', 'Types', 'Filled']}>
        {fields.slice(0, maxListed).map((field) => (
          <tr key={field.pointer}>
            <td>{describePlace(field.pointer)}</td>
            <td>{describeTypes(field.types)}</td>
            <td>{describeFilled(field)}</td>
          </tr>
        ))}
      </Table>
      {fields.length > maxListed && <p className="quiet">and {formatCount(fields.length - maxListed)} more fields</p>}
    </>
  )
}

const countFields = (count: number, what = '') => `${formatCount(count)} ${what}${count === 1 ? 'field' : 'fields'}`

function summary({ files, fields }: InferredSchema): string {
  const records = files.reduce((sum, file) => sum + file.records, 0)
  const of = files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`
  return `${countFields(fields.length)} from ${formatCount(records)} ${records === 1 ? 'record' : 'records'} of ${of}.`
}

const isEmpty = ({ properties, items, $ref, allOf, anyOf, oneOf, enum: values }: JsonSchema): boolean =>
  Object.keys((properties ?? {}) as object).length === 0 &&
  [items, $ref, allOf, anyOf, oneOf, values].every((value) => value === undefined)
