import { openMysqlSink } from './mysql/mysql-sink.ts'
import { openPostgresqlSink } from './postgresql/postgresql-sink.ts'
import type { TableSink, TableSinkOptions } from '../../outputs/targets/table.types.ts'

/**
 * Opens the table sink of one import: checks the target, ends earlier attempts, stages what is written; nothing is seen
 * of it before commit. Throws SinkError with a sentence for what cannot work.
 */
export const openTableSink = (options: TableSinkOptions): Promise<TableSink> =>
  options.database === 'mysql' ? openMysqlSink(options) : openPostgresqlSink(options)
