import type { DataSink, SinkCheck } from '@millrace/contract'
import type { FormIssue } from '../../../forms/fault-store.ts'

/** What a check found, at the fields of the sink that lies at `pointer` of the form. */
export const issuesOf = (pointer: string, { problems }: SinkCheck): FormIssue[] =>
  problems.map(({ field, message }) => ({
    path: field === 'name' ? `${pointer}/name` : `${pointer}/target/${field}`,
    message,
  }))

/** Whether a sink has all that a check asks for; else what to fill in first. */
export function whatToFillIn({ name, target }: Partial<DataSink>): string | null {
  if ((name ?? '') === '') return 'Name the sink after an output of the component first.'
  if (target === undefined) return null
  if (target.kind === 'http') return target.url === '' ? 'Say the address first.' : null
  const { connection, table, keys } = target as Partial<typeof target>
  if ((connection ?? '') === '') return 'Choose a connection first.'
  if ((table ?? '') === '') return 'Choose a table first.'
  return (keys ?? []).length === 0 ? 'Choose the keys first.' : null
}
