import type {
  FileFormat,
  FindingGroup,
  Finding,
  ImportCounts,
  ImportState,
  JobKind,
  LogLevel,
  RanWith,
  Role,
  Rule,
  UploadCounts,
  UploadStatus,
} from '@millrace/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type At = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** jsonb that is written as JSON text and may be left to its default. */
type JsonDefault<T> = ColumnType<T, string | undefined, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
export type DocKindColumn = 'pipeline' | 'schema' | 'component'

/** The tables of migrations/, as Kysely sees them. */
export interface Tables {
  badges: { id: string; name: string; type: 'admin' | 'project'; color: string | null; is_hidden: Generated<boolean> }
  users: {
    id: string
    user_name: string
    first_name: string
    last_name: string
    email: string
    service: Generated<string>
    avatar: string | null
    role: Role
    password_hash: string | null
    is_active: Generated<boolean>
    unrestricted_upload: Generated<boolean>
    tfa: Generated<'off' | 'required' | 'enrolled'>
    last_seen_at: MaybeAt
    created_at: At
  }
  user_badges: { user_id: string; badge_id: string }
  /** Without a person: one who was deleted had it. */
  sessions: { id: string; user_id: ColumnType<string | null, string, never>; created_at: At; ended_at: MaybeAt }
  session_tokens: {
    hash: string
    session_id: string
    kind: 'access' | 'refresh'
    expires_at: ColumnType<Date, Date | string, Date | string>
    used_at: MaybeAt
  }
  password_links: {
    hash: string
    user_id: string
    expires_at: ColumnType<Date, Date | string, Date | string>
    used_at: MaybeAt
  }
  two_factor: { user_id: string; secret: string; last_step: number; enrolled_at: Date }
  recovery_codes: { hash: string; user_id: string; used_at: MaybeAt }
  sign_in_challenges: {
    hash: string
    user_id: string
    secret: string | null
    attempts: Generated<number>
    expires_at: ColumnType<Date, Date | string, Date | string>
  }
  attempt_counts: { key: string; count: number; expires_at: ColumnType<Date, Date | string, Date | string> }
  mails: {
    id: string
    occasion: string
    content: string
    created_at: At
    expires_at: ColumnType<Date, Date | string, Date | string>
  }
  brands: { id: string; name: string }
  datakinds: { id: string; name: string }
  product_lines: { id: string; name: string; label: string }
  locales: { id: string; name: string; language: string; country: string }
  folders: {
    id: string
    kind: DocKindColumn
    parent_id: string | null
    name: string
    read_rule: JsonDefault<Rule>
    write_rule: JsonDefault<Rule>
  }
  documents: {
    id: string
    kind: DocKindColumn
    folder_id: string
    name: string
    read_rule: JsonDefault<Rule>
    write_rule: JsonDefault<Rule>
    is_form_definition: Generated<boolean>
    is_ready_made: Generated<boolean>
    created_at: At
  }
  document_versions: {
    id: string
    document_id: string
    version: number
    locked: Generated<boolean>
    parents: Generated<string[]>
    sys_version: Generated<number>
    content: JSONColumnType<Record<string, unknown>>
    created_at: At
    updated_at: At
    updated_by: string | null
  }
  pipeline_versions: {
    version_id: string
    is_master: boolean
    is_hidden: Generated<boolean>
    brand_id: string | null
    locale_id: string | null
    product_line_id: string | null
    datakind_id: string | null
  }
  document_references: {
    from_version: string
    to_version: string
    role: 'schema' | 'instance' | 'component' | 'master'
  }
  user_pipelines: { user_id: string; document_id: string; is_active: Generated<boolean> }
  connections: {
    id: string
    name: string
    type: 'postgresql' | 'mysql'
    secret: string
    masked: string
    options: JsonDefault<Record<string, unknown>>
    badges: Generated<string[]>
    created_at: At
  }
  audit: {
    id: string
    at: At
    user_id: string | null
    user_name: string
    kind: string
    object_id: string
    name: string
    action: string
    before: JsonOrNull<unknown>
    after: JsonOrNull<unknown>
  }
  jobs: {
    id: string
    kind: JobKind
    pipeline_id: string
    version_id: string
    list_pipelines: string[] | null
    scheduled_at: MaybeAt
    scheduled_date: string | null
    scheduled_time: string | null
    repeat_pattern: string | null
    time_zone: string
    user_id: string | null
    user_name: string
    created_at: At
    last_executed_at: MaybeAt
    ended_at: MaybeAt
    next_due_at: MaybeAt
    anchor_at: MaybeAt
  }
  schedule_runs: {
    job_id: string
    due_at: ColumnType<Date, Date | string, never>
    outcome: 'run' | 'waiting' | 'skipped' | 'missed'
    reason: string | null
    decided_at: At
  }
  imports: {
    id: string
    job_id: string
    kind: JobKind
    position: Generated<number>
    pipeline_id: string
    version_id: string
    state: ImportState
    success: boolean | null
    scheduled_at: ColumnType<Date, Date | string, Date | string>
    started_at: MaybeAt
    ended_at: MaybeAt
    user_id: string | null
    user_name: string
    first_name: string
    last_name: string
    attempt: Generated<number>
    abort_requested_at: MaybeAt
    log_seq: Generated<number>
    counts: JsonDefault<ImportCounts>
    ran_with: JsonOrNull<RanWith>
    problem: string | null
    created_at: At
    blocking: ColumnType<boolean, never, never>
  }
  uploads: {
    id: string
    pipeline_id: string
    version_id: string | null
    import_id: string | null
    status: UploadStatus
    enabled: Generated<boolean>
    original_filename: string | null
    data_sub_kind: string
    origin: 'source' | 'destination'
    file_key: string
    /** bigint arrives as text from pg; the pool parses it to a number (files are small). */
    size: number
    sha256: string
    counts: JsonOrNull<UploadCounts>
    detected: JsonOrNull<FileFormat>
    groups: JsonDefault<FindingGroup[]>
    total_findings: Generated<number>
    /** Rejected records with their findings, one JSON line each; null while there are none. */
    rejected_key: string | null
    /** Byte offset in that file of every `rejectedIndexStep`-th finding's record, for pages beyond the table. */
    rejected_index: JsonDefault<number[]>
    attempt: Generated<number>
    log_seq: Generated<number>
    created_by: string | null
    created_at: At
  }
  upload_findings: { upload_id: string; n: number; finding: JSONColumnType<Finding> }
  logs: {
    id: Generated<string>
    upload_id: string | null
    import_id: string | null
    seq: number
    at: At
    level: LogLevel
    message: string
    data_sub_kind: string | null
  }
  modules: {
    id: string
    name: string
    version: string
    download: Generated<boolean>
    badges: Generated<string[]>
    state: Generated<'listed' | 'installing' | 'ready' | 'failed'>
    reason: string | null
    integrity: string | null
    /** CommonJS text for the sandbox; null until it is ready. */
    code: string | null
    created_at: At
  }
  settings: { key: string; value: JSONColumnType<Record<string, unknown>> }
}
