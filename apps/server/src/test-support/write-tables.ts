import { generate, PostgresDialect } from 'kysely-codegen'
import type { Database } from '../platform/database/database.ts'

const ofContract = ['ImportState', 'JobKind', 'LogLevel', 'Role', 'UploadStatus']

/**
 * What PostgreSQL cannot tell of a column: the words it takes, the shape of its JSON, that it is never written. A type of
 * `column-types.ts` stands by itself here: kysely-codegen imports none that is part of another.
 */
const columns = {
  'audit.after': 'AuditedColumn',
  'audit.before': 'AuditedColumn',
  'badges.type': "'admin' | 'project'",
  'connections.options': 'OptionsColumn',
  'connections.type': "'postgresql' | 'mysql'",
  'deployed_listeners.kind': "'amqp' | 'mqtt' | 'nats' | 'http'",
  'deployed_listeners.state': "Generated<'listening' | 'stopped' | 'error'>",
  'document_references.role': "'schema' | 'instance' | 'component' | 'master'",
  'document_versions.content': 'ObjectColumn',
  'documents.kind': 'DocKindColumn',
  'documents.read_rule': 'RuleColumn',
  'documents.write_rule': 'RuleColumn',
  'endpoints.json_schema': 'ObjectColumn',
  'endpoints.output_schema': 'ObjectColumn',
  'endpoints.plan': 'ObjectColumn',
  'folders.kind': 'DocKindColumn',
  'folders.read_rule': 'RuleColumn',
  'folders.write_rule': 'RuleColumn',
  'imports.blocking': 'ColumnType<boolean, never, never>',
  'imports.counts': 'ImportCountsColumn',
  'imports.kind': 'JobKind',
  'imports.ran_with': 'RanWithColumn',
  'imports.state': 'ImportState',
  'jobs.kind': 'JobKind',
  'listener_messages.state': "'waiting' | 'held' | 'dead'",
  'logs.level': 'LogLevel',
  'mass_run_rows.asked': 'MassAskedColumn',
  'mass_run_rows.new': 'MassVersionColumn',
  'mass_run_rows.old': 'MassMasterColumn',
  'mass_run_rows.state': "Generated<'waiting' | 'done' | 'failed'>",
  'mass_run_rows.touched': 'MassTouchedColumn',
  'mass_runs.kind': "'update' | 'lock'",
  'modules.state': "Generated<'listed' | 'installing' | 'ready' | 'failed'>",
  'schedule_runs.due_at': 'ColumnType<Date, Date | string, never>',
  'schedule_runs.outcome': "'run' | 'waiting' | 'skipped' | 'missed'",
  'session_tokens.kind': "'access' | 'refresh'",
  'sessions.user_id': 'SessionUserColumn',
  'settings.value': 'ObjectColumn',
  'upload_findings.finding': 'FindingColumn',
  'uploads.counts': 'UploadCountsColumn',
  'uploads.detected': 'DetectedColumn',
  'uploads.groups': 'GroupsColumn',
  'uploads.origin': "'source' | 'destination'",
  'uploads.rejected_index': 'RejectedIndexColumn',
  'uploads.rejected_key': 'RejectedKeyColumn',
  'uploads.status': 'UploadStatus',
  'users.role': 'Role',
  'users.tfa': "Generated<'off' | 'required' | 'enrolled'>",
}

/** The text of `platform/database/tables.ts` for a migrated database. */
export async function writeTables(db: Database): Promise<string> {
  const own = [...new Set(Object.values(columns).filter((type) => type.endsWith('Column')))]
  const text = await generate({
    db,
    dialect: new PostgresDialect({ defaultSchemas: ['public'] }),
    excludePattern: '{migrations,pgboss.*}',
    outFile: null,
    overrides: { columns },
    customImports: {
      ...Object.fromEntries(ofContract.map((name) => [name, '@millrace/contract'])),
      ...Object.fromEntries(own.map((name) => [name, './column-types.ts'])),
    },
    // bigint arrives as text; the pool parses it to a number.
    typeMapping: { int8: 'number' },
    typeOnlyImports: true,
  })
  return text
    .replace(
      'Please do not edit it manually.',
      'Written by tables.db.test.ts with MILLRACE_WRITE_SCHEMA=1: do not edit.',
    )
    .replace(
      'export interface DB {',
      '/** The tables of migrations/, as Kysely sees them. */\nexport interface Tables {',
    )
}
