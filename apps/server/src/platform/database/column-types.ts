import type {
  AskedRow,
  DetectedFormat,
  DocRef,
  Finding,
  FindingGroup,
  ImportCounts,
  RanWith,
  Rule,
  UploadCounts,
} from '@millrace/contract'
import type { ColumnType, JSONColumnType } from 'kysely'

/** JSON that is written as its text and may be left to its default. */
type JsonDefault<T> = ColumnType<T, string | undefined, string>
/** JSON that is written as its text or null. */
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

// What PostgreSQL cannot tell of a column: `tables.ts` names these types, as `test-support/write-tables.ts` says.
export type AuditedColumn = JsonOrNull<unknown>
export type DetectedColumn = JsonOrNull<DetectedFormat>
export type DocKindColumn = 'pipeline' | 'schema' | 'component'
export type FindingColumn = JSONColumnType<Finding>
export type GroupsColumn = JsonDefault<FindingGroup[]>
export type ImportCountsColumn = JsonDefault<ImportCounts>
export type MassAskedColumn = JsonOrNull<AskedRow>
export type MassMasterColumn = JSONColumnType<DocRef>
export type MassTouchedColumn = JsonDefault<DocRef[]>
export type MassVersionColumn = JsonOrNull<DocRef>
export type ObjectColumn = JSONColumnType<Record<string, unknown>>
export type OptionsColumn = JsonDefault<Record<string, unknown>>
export type RanWithColumn = JsonOrNull<RanWith>
/** Byte offset in the rejected records of every `rejectedIndexStep`-th finding's record, for pages beyond the table. */
export type RejectedIndexColumn = JsonDefault<number[]>
/** The file of rejected records with their findings, one JSON line each; null while there are none. */
export type RejectedKeyColumn = string | null
export type RuleColumn = JsonDefault<Rule>
/** Without a person: one who was deleted had the session. */
export type SessionUserColumn = ColumnType<string | null, string, never>
export type UploadCountsColumn = JsonOrNull<UploadCounts>
