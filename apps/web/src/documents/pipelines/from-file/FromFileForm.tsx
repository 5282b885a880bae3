import type { DocKind, FileLook, TreeNode } from '@millrace/contract'
import { isIdentifier } from '@millrace/contract/documents/names.rule'
import { sinkFormats, type SinkFormat } from '@millrace/contract/uploads/file-types.rule'
import { useEffect, useId } from 'react'
import { Field } from '../../../ui/Field.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useFolderTree } from '../../folders/use-folder-tree.ts'
import { classFields, classLabels, filterChoices } from '../pipeline-filters.ts'
import styles from '../sources/setup.module.css'
import { usePipelines } from '../use-pipelines.ts'
import type { FromFileDraft } from './from-file-draft.ts'

type Props = {
  draft: FromFileDraft
  look: FileLook
  place: string
  /** What the server refused, 'Component: …' where it is about one of them. */
  failure: string | null
  onChange: (draft: FromFileDraft) => void
}

const called: Record<DocKind, string> = { schema: 'Schema', component: 'Component', pipeline: 'Pipeline' }

/** What will be made: four drafts with their names and folders, and the classification that a run asks for. */
export function FromFileForm({ draft, look, place, failure, onChange }: Props) {
  const id = useId()
  const { offer } = usePipelines()
  const choices = filterChoices(offer ?? { brands: [], locales: [], productLines: [], datakinds: [] })
  const set = (part: Partial<FromFileDraft>) => onChange({ ...draft, ...part })
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
      <DocumentFields kind="pipeline" fixed={place} draft={draft} failure={failure} onChange={onChange} />
      <DocumentFields kind="component" draft={draft} failure={failure} onChange={onChange} />
      <DocumentFields kind="schema" draft={draft} failure={failure} onChange={onChange} />
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
        {classFields.map((field) => (
          <Field key={field} id={`${id}-${field}`} label={classLabels[field]} required>
            <select
              id={`${id}-${field}`}
              className={styles.input}
              value={draft[field] ?? ''}
              onChange={({ target }) => set(chosen(draft, field, target.value, target.selectedOptions[0]?.text ?? ''))}
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
      {offer !== undefined && classFields.some((field) => choices[field].length === 0) && (
        <Notice look="line">
          A pipeline without brand, locale, product line and data kind cannot run, and one of these lists is empty.
        </Notice>
      )}
    </>
  )
}

/** A country pipeline is called after its master and its locale until somebody calls it otherwise. */
function chosen(draft: FromFileDraft, field: (typeof classFields)[number], value: string, label: string) {
  const isNamed = draft.country !== '' && !draft.country.startsWith(`${draft.pipeline.name} `)
  const named = field === 'locale' && value !== '' && !isNamed
  return { [field]: value || null, ...(named ? { country: `${draft.pipeline.name} ${label}` } : {}) }
}

function CountryField({ draft, failure, onChange }: Pick<Props, 'draft' | 'failure' | 'onChange'>) {
  const id = useId()
  const words = 'Country pipeline: '
  const mistake = failure?.startsWith(words) ? failure.slice(words.length) : undefined
  return (
    <Field id={id} label="Name of the country pipeline" required mistake={mistake} hint="The pipeline that is run">
      <input
        id={id}
        className={styles.input}
        aria-invalid={mistake !== undefined}
        value={draft.country}
        onChange={({ target }) => onChange({ ...draft, country: target.value })}
      />
    </Field>
  )
}

type DocumentProps = Pick<Props, 'draft' | 'failure' | 'onChange'> & { kind: DocKind; fixed?: string }

function DocumentFields({ kind, fixed, draft, failure, onChange }: DocumentProps) {
  const id = useId()
  const { nodes } = useFolderTree(kind)
  const folders = foldersOf(nodes ?? [])
  const own = draft[kind]
  const [first] = folders
  useEffect(() => {
    if (own.folder === '' && first !== undefined) onChange({ ...draft, [kind]: { ...own, folder: first.id } })
  }, [draft, first, kind, onChange, own])
  const words = called[kind]
  const mistake = failure?.startsWith(`${words}: `) ? failure.slice(words.length + 2) : undefined
  return (
    <div className={styles.fields}>
      <Field id={`${id}-name`} label={`Name of the ${words.toLowerCase()}`} required mistake={mistake}>
        <input
          id={`${id}-name`}
          className={styles.input}
          aria-invalid={mistake !== undefined}
          value={own.name}
          onChange={({ target }) => onChange({ ...draft, [kind]: { ...own, name: target.value } })}
        />
      </Field>
      <Field id={`${id}-folder`} label={`Folder of the ${words.toLowerCase()}`} hint={fixed && `Asked for in ${fixed}`}>
        <select
          id={`${id}-folder`}
          className={styles.input}
          value={own.folder}
          onChange={({ target }) => onChange({ ...draft, [kind]: { ...own, folder: target.value } })}
        >
          {folders.map(({ id: value, path }) => (
            <option key={value} value={value}>
              {path}
            </option>
          ))}
        </select>
      </Field>
    </div>
  )
}

/** Folders that take new documents, with their paths. */
function foldersOf(nodes: readonly TreeNode[], above = ''): { id: string; path: string }[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'folder') return []
    const path = above === '' ? node.label : `${above} / ${node.label}`
    return [...(node.droppable ? [{ id: node.value, path }] : []), ...foldersOf(node.children ?? [], path)]
  })
}
