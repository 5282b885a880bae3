import type { FileLook, PipelineFromFile } from '@millrace/contract'
import { isIdentifier } from '@millrace/contract/documents/names.rule'
import { classFields } from '../pipeline-filters.ts'
import { formatOfFile, nameOfFile } from './start-names.ts'

/** What will be made, but for the file itself. */
export type FromFileDraft = Omit<PipelineFromFile, 'file' | 'config'>

/** Names after the file; the folders of schema and component are chosen once their trees are known. */
export function startOf(fileName: string, look: FileLook, folder: string): FromFileDraft {
  const name = nameOfFile(fileName, [])
  return {
    schema: { name, folder: '' },
    component: { name, folder: '' },
    pipeline: { name, folder },
    country: '',
    port: 'rows',
    format: formatOfFile(look.contentType, (look.detected as { jsonLines?: boolean }).jsonLines === true),
    brand: null,
    locale: null,
    productLine: null,
    datakind: null,
  }
}

/**
 * Another brand, locale, product line or data kind. The country pipeline is called after master and locale until somebody
 * calls it otherwise.
 */
export function withClass(
  draft: FromFileDraft,
  field: (typeof classFields)[number],
  value: string,
  label: string,
): FromFileDraft {
  const next = { ...draft, [field]: value || null }
  const isNamed = draft.country !== '' && !draft.country.startsWith(`${draft.pipeline.name} `)
  if (field !== 'locale' || value === '' || isNamed) return next
  return { ...next, country: `${draft.pipeline.name} ${label}` }
}

/** What the server says of one of the documents, which stands before it. */
export const mistakeIn = (failure: string | null, document: string): string | undefined =>
  failure?.startsWith(`${document}: `) ? failure.slice(document.length + 2) : undefined

const documents = ['schema', 'component', 'pipeline'] as const

/** Whether everything is there that the server asks for, and what a pipeline needs to run. */
export const isComplete = (draft: FromFileDraft): boolean =>
  documents.every((kind) => draft[kind].name.trim() !== '' && draft[kind].folder !== '') &&
  draft.country.trim() !== '' &&
  isIdentifier(draft.port) &&
  classFields.every((field) => draft[field] !== null)
