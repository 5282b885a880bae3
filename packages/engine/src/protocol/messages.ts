import type {
  DetectedFormat,
  FileFormat,
  FileKind,
  FilePreview,
  Finding,
  FindingGroup,
  InferredSchema,
  JsonSchema,
  LinkValue,
  RunCounts,
} from '@millrace/contract'
import type { Program } from '../components/program.ts'
import type { OutputFormat } from '../outputs/encoding/encoder.types.ts'
import type { RejectedSummary } from '../outputs/rejected/rejected-file.ts'
import type { TargetText } from '../outputs/targets/target-text.ts'
import type { TableColumn } from '../outputs/targets/table.types.ts'
import type { RunnerLimits } from '../runs/limits.ts'
import type { DecimalGuess } from '../schemas/decimal-guess.ts'
import type { CodePlace, RunFault } from '../runs/run-error.ts'

export type LogLevel = 'error' | 'warn' | 'info' | 'success'

/** Texts of the guest driver, loaded into the isolate by the runner. */
export type GuestSources = {
  realm: string
  values: string
  leaves: string
  graph: string
  flow: string
  columns: string
  requests: string
  captures: string
  gates: string
  calls: string
  driver: string
}

/** A source file: an inherited descriptor, never a path. */
export type RunnerFile = {
  fd: number
  size: number
  name: string
  kind: FileKind
  format: FileFormat
  decimalGuess: DecimalGuess
}

/** What a validation writes beside its verdict: the accepted records, as an import reads them. */
export type DatasetJob = {
  /** File that takes it. */
  fd: number
  maxBytes: number
  /** By which it is known later what it was made of. */
  stamp: string
  /** How the numbers turned out to be read is added to it. */
  stampsDecimal: boolean
  /**
   * It is made for an import that is about to begin. Then only what a record is counts: a file without records, without
   * a required column or that breaks off behind some of them has a dataset, too, and the import says the rest.
   */
  isForImport: boolean
  /** The fields that are kept of each record (`fieldsToKeep`); null = all. */
  fields: string[] | null
  /** The code that packs records (`columns.guest.js`). */
  columns: string
}

/** An open dataset, which was found to be whole. */
export type RunnerDataset = { fd: number; size: number }

export type ValidateJob = {
  mode: 'validate'
  file: RunnerFile
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
  /** All of them are known to be draft-07 schemas. */
  areSchemas: boolean
  /** Findings that are sent while they are found; groups and totals count them all. */
  shownFindings: number
  /** Pipe that takes the rejected records with all findings, as `rejected-file.ts` says; null = they are not kept. */
  rejectedFd: number | null
  rejectedBytes: number
  dataset: DatasetJob | null
}

/** Rejected records, as a validation kept them, as a table for people. */
export type RejectedJob = { mode: 'rejected'; file: RunnerFile; format: 'csv' | 'xlsx'; outFd: number }

/** An output as a table for people; `sheet`: what its sheet is called. */
export type TableJob = { mode: 'table'; file: RunnerFile; sheet: string; format: 'csv' | 'xlsx'; outFd: number }

export type ImportSource = {
  dataSubKind: string
  /** Fields of its records that the program may ever see; null = all. */
  fields: string[] | null
  /** What the person called the file. */
  name: string
  /** null: missing or disabled, gives []. */
  dataset: RunnerDataset | null
  tolerance: number
  /** Valid records after which the file is read no further; absent = all of it is read. */
  maxRecords?: number
}

export type ImportSink = {
  name: string
  rowSchema: JsonSchema | null
  tolerance: number
  format: OutputFormat
  byteOrderMark: boolean
  /** Descriptors of the pipes that take the file's bytes and, with a target, the records in the text it takes. */
  fileFd: number
  tableFd: number | null
  targetText: TargetText
  columns: TableColumn[]
  /** Columns of a file that is a table; null = those of the first record. */
  fileColumns: string[] | null
}

export type CodeRun = {
  program: Program
  guest: GuestSources
  rtContext: unknown
  /** ISO instant at which the clock stands. */
  now: string
  /** See `seedWords`. */
  seed: readonly number[]
}

export type ImportJob = CodeRun & {
  mode: 'import'
  sources: ImportSource[]
  sinks: ImportSink[]
  schemas: Record<string, JsonSchema>
  /** All of them are known to be draft-07 schemas. */
  areSchemas: boolean
}

export type ExecuteJob = CodeRun & { mode: 'execute'; payload: unknown }

/** Calls are served until the process is ended; the schemas refer to nothing outside themselves. */
export type EndpointJob = {
  mode: 'endpoint'
  program: Program
  guest: GuestSources
  rtContext: unknown
  inputSchema: JsonSchema
  outputSchema: JsonSchema
}

/** What came of the call of this number; `output` is JSON. */
export type EndpointAnswer =
  | readonly [number, 'output' | 'no JSON', string]
  | readonly [number, 'refused' | 'unfit', Finding[]]
  | readonly [number, 'failed', RunFault]

/** A schema to compile, with those it refers to by address. */
export type CheckJob = { mode: 'check'; schema: JsonSchema; schemas: Record<string, JsonSchema> }

/** A check and an import of the engine's own, after which the runner tells the code that V8 has made of its program. */
export type WarmUpJob = { mode: 'warmUp'; checks: ValidateJob; imports: ImportJob }

/** A file as one JSON value of at most so many bytes. */
export type ConvertJob = { mode: 'convert'; file: RunnerFile; maxBytes: number }

/**
 * So many records of a file: the first or random ones of those that fit the schema, or the rejected ones out of the file
 * that holds them.
 */
export type SampleJob = {
  mode: 'sample'
  /** The dataset of a file, or its rejected records. */
  file: RunnerDataset
  which: 'first' | 'random' | 'rejected'
  count: number
  maxBytes: number
  /** The code that packs records (`columns.guest.js`). */
  columns: string
}

/** The first records of a file as they stand in it and as a schema takes them. */
export type PreviewJob = {
  mode: 'preview'
  file: RunnerFile
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
  /** All of them are known to be draft-07 schemas. */
  areSchemas: boolean
  /** Records that are shown, and records after which the file is read no further. */
  shownRows: number
  maxRecords: number
}

/** Files to make one schema of. */
export type InferJob = { mode: 'infer'; examples: InferExample[] }
export type InferExample = { file: RunnerFile; omitStartingArray: boolean; isSource: boolean }

export type RunnerJob =
  | RejectedJob
  | TableJob
  | ConvertJob
  | SampleJob
  | PreviewJob
  | InferJob
  | ValidateJob
  | ImportJob
  | ExecuteJob
  | EndpointJob
  | CheckJob
  | WarmUpJob

export type ToRunner =
  /** To a process that waits for its job: what will come, which it may get ready for. */
  | { kind: 'prepare'; for: 'import'; guest: GuestSources; isolateMiB: number }
  | { kind: 'prepare'; for: 'check' }
  | { kind: 'start'; job: RunnerJob; limits: RunnerLimits }
  /** So many findings messages are dealt with. */
  | { kind: 'ack' }
  /** Bodies of calls by number; numbers are never used twice. */
  | { kind: 'calls'; calls: [number, string][] }
  /** Replies to the requests of an ask, by id: [id, ok, value]. */
  | { kind: 'replies'; replies: [number, boolean, unknown][] }

export type LogLine = {
  level: LogLevel
  message: string
  component?: string
  dataSubKind?: string
}

export type SourceCount = { read: number; rejected: number; written: number }

export type ValidateResult = {
  mode: 'validate'
  counts: { records: number; valid: number; rejected: number }
  detected: DetectedFormat
  groups: FindingGroup[]
  totalFindings: number
  /** What went to the pipe of rejected records; null when nothing did. */
  rejected: RejectedSummary | null
  /** Its bytes and its stamp, and why it could not be written; null where none was made. */
  dataset: { bytes: number; stamp: string; problem: string | null } | null
  /** A sentence when the file as a whole cannot be read. */
  problem: string | null
}

export type ImportResult = {
  mode: 'import'
  sources: Record<string, RunCounts>
  sinks: Record<string, RunCounts & { fileBytes: number; tableBytes: number }>
}

export type ExecuteResult = {
  mode: 'execute'
  output: unknown
  rtContext: unknown
  links: LinkValue[]
  fault: RunFault | null
}

/** Bytes that went to the pipe. */
export type RejectedResult = { mode: 'rejected'; bytes: number }

/** `problem`: a sentence when there is no table; nothing went to the pipe then. */
export type TableResult = { mode: 'table'; bytes: number; problem: string | null }

export type CheckResult = {
  mode: 'check'
  problem: { code: 'notExist' | 'invalid'; message: string; detail: string } | null
}

/** The code in base64. */
export type WarmUpResult = { mode: 'warmUp'; code: string }

/** `problem`: a sentence when there is no value. */
export type ConvertResult = { mode: 'convert'; value: unknown; problem: string | null }

/** `read`: records that were looked at; `cut`: some are left out for their size. */
export type SampleResult = { mode: 'sample'; records: unknown[]; read: number; cut: boolean; problem: string | null }

export type PreviewResult = { mode: 'preview' } & FilePreview

/** `problem`: a sentence that names the file, when there is no schema. */
export type InferResult = { mode: 'infer'; inferred: InferredSchema | null; problem: string | null }

export type RunnerResult =
  | RejectedResult
  | TableResult
  | ConvertResult
  | SampleResult
  | PreviewResult
  | InferResult
  | ValidateResult
  | ImportResult
  | ExecuteResult
  | CheckResult
  | WarmUpResult

export type FromRunner =
  | { kind: 'ready' }
  /** Age in ms of the open call into component code, or null, where the work is, and at which call of an endpoint. */
  | { kind: 'heartbeat'; age: number | null; place: CodePlace | null; call?: number | undefined }
  /** The endpoint takes calls. */
  | { kind: 'opened' }
  | { kind: 'answers'; answers: EndpointAnswer[] }
  | { kind: 'log'; lines: LogLine[] }
  /** `sheet`: the one they are in, of a workbook. */
  | { kind: 'findings'; findings: Finding[]; sheet: string | null }
  | { kind: 'progress'; sources: Record<string, RunCounts>; sinks: Record<string, RunCounts> }
  | { kind: 'ask'; requests: [number, 'db' | 'http', unknown[]][] }
  | { kind: 'done'; result: RunnerResult }
  | { kind: 'fault'; fault: RunFault }
