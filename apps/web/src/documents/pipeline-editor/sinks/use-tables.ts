import type { ConnectionTable } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { useCall } from '../../../api/use-call.ts'
import { valueAt } from '../../../forms/value-at.ts'
import { useEditedPipeline } from '../edited-pipeline.ts'
import { isTarget, targetNameOf } from './target-name.ts'

/** How long tables are taken for unchanged, ms. */
const freshMs = 60_000

/** A table that a sink may write to, by the name that the sink has for it. */
export type TargetTable = { name: string; columns: ConnectionTable['columns'] }

/** The tables of a connection whose name, or a column's, has these words in it. */
export function useTables(connection: string, search: string) {
  const { data, error, isFetching, refetch } = useCall(
    'GET /database-connections/tables',
    { query: { id: connection, search }, quiet: true },
    { enabled: connection !== '', staleTime: freshMs, placeholderData: (before) => before },
  )
  const tables: TargetTable[] = (data?.tables ?? []).flatMap((table) =>
    isTarget(table) ? [{ name: targetNameOf(table), columns: table.columns }] : [],
  )
  return { tables, more: data?.more ?? false, error, isFetching, refetch }
}

/** The settings of the target around one of its fields, as they are being edited. */
export function useTarget(pointer: string): { connection: string; table: string } {
  const { draft } = useEditedPipeline()
  const target = valueAt(draft, pointer.slice(0, pointer.lastIndexOf('/')))
  const textOf = (name: string) => (isObject(target) && typeof target[name] === 'string' ? target[name] : '')
  return { connection: textOf('connection'), table: textOf('table') }
}

/** The table that a sink names; undefined while it is not known, or where there is none of that name. */
export function useTargetTable(pointer: string): TargetTable | undefined {
  const { connection, table } = useTarget(pointer)
  const { tables } = useTables(table === '' ? '' : connection, table)
  return tables.find(({ name }) => name === table)
}
