import type { FileLook } from '@millrace/contract'
import { isIdentifier } from '@millrace/contract/documents/names.rule'
import { sinkFormats, type SinkFormat } from '@millrace/contract/uploads/file-types.rule'
import { useId } from 'react'
import { Field } from '../../../ui/Field.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { classFields, classLabels, filterChoices } from '../pipeline-filters.ts'
import styles from '../sources/setup.module.css'
import { usePipelines } from '../use-pipelines.ts'
import { CountryField, DocumentFields } from './DocumentFields.tsx'
import { type FromFileDraft, withClass } from './from-file-draft.ts'

type Props = {
  draft: FromFileDraft
  look: FileLook
  /** What the server refused, 'Component: …' where it is about one of them. */
  failure: string | null
  onChange: (change: (draft: FromFileDraft) => FromFileDraft) => void
}

/** What will be made: four drafts with their names and folders, and the classification that a run asks for. */
export function FromFileForm({ draft, look, failure, onChange }: Props) {
  const id = useId()
  const { offer } = usePipelines()
  const choices = filterChoices(offer ?? { brands: [], locales: [], productLines: [], datakinds: [] })
  const set = (part: Partial<FromFileDraft>) => onChange((now) => ({ ...now, ...part }))
  const { files, fields } = look.inferred
  const records = files.reduce((sum, file) => sum + file.records, 0)
  const isPort = isIdentifier(draft.port)
  return (
    <>
      <h3>What will be made</h3>
      <p>
        {formatCount(records)} records with {formatCount(fields.length)} fields. A schema describes them, a component
        hands them on, a master pipeline holds what all countries have in common, and a country pipeline reads the file
        and writes one. All four are drafts.
      </p>
      <DocumentFields kind="pipeline" draft={draft} failure={failure} onChange={onChange} />
      <div className={styles.fields}>
        {classFields.map((field) => (
          <Field key={field} id={`${id}-${field}`} label={classLabels[field]} required>
            <select
              id={`${id}-${field}`}
              className={styles.input}
              value={draft[field] ?? ''}
              onChange={({ target: { value, selectedOptions } }) => {
                const label = selectedOptions[0]?.text ?? ''
                onChange((now) => withClass(now, field, value, label))
              }}
            >
              <option value="">Choose</option>
              {choices[field].map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
        ))}
      </div>
      <CountryField draft={draft} failure={failure} onChange={onChange} />
      <div className={styles.fields}>
        <Field
          id={`${id}-port`}
          label="Name of source and sink"
          required
          mistake={isPort ? undefined : 'Letters, digits and _, not beginning with a digit'}
        >
          <input
            id={`${id}-port`}
            className={styles.input}
            spellCheck={false}
            aria-invalid={!isPort}
            value={draft.port}
            onChange={({ target }) => set({ port: target.value })}
          />
        </Field>
        <Field id={`${id}-format`} label="The output is written as">
          <select
            id={`${id}-format`}
            className={styles.input}
            value={draft.format}
            onChange={({ target }) => set({ format: target.value as SinkFormat })}
          >
            {sinkFormats.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </select>
        </Field>
      </div>
      <DocumentFields kind="component" draft={draft} failure={failure} onChange={onChange} />
      <DocumentFields kind="schema" draft={draft} failure={failure} onChange={onChange} />
      {offer !== undefined && classFields.some((field) => choices[field].length === 0) && (
        <Notice look="line">
          A pipeline without brand, locale, product line and data kind cannot run, and one of these lists is empty.
        </Notice>
      )}
    </>
  )
}
