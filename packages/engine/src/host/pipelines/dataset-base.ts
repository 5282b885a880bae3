import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FileFormat, FileKind, JsonSchema } from '@millrace/contract'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { importLimits } from '../../runs/limits.ts'
import { SchemaSet } from '../../schemas/schema-set.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { runnerProgram } from '../processes/runner-program.ts'

export type DatasetOrigin = {
  /** Of the file's bytes. */
  sha256: string
  contentType: FileKind
  /** The settings of its source, without what was found out about the file. */
  format: FileFormat
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
}

/** A hash of all that decides which records a check accepts, and as what: file, settings, schemas and the checking program. */
export function datasetBaseOf({ sha256, contentType, format, rowSchema, schemas }: DatasetOrigin): string {
  const parts = [datasetMaker(), sha256, contentType, sorted(format), importLimits.batch, writtenOf(rowSchema, schemas)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** The same of a dataset that holds these fields alone, which are no setting of the file; null = all. */
export function withFields(base: string, fields: readonly string[] | null): string {
  if (fields === null) return base
  return `${base}-${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16)}`
}

let maker: string | null = null

/** A hash of the program that checks files: with another version of it, what an earlier one accepted is checked again. */
export function datasetMaker(): string {
  maker ??= createHash('sha256')
    .update(readFileSync(path.join(runnerProgram().folder, 'program.js')))
    .update(loadGuestSources().columns)
    .digest('hex')
  return maker
}

/** The row schema and every schema it refers to; of one that leads nowhere all that there are. */
function writtenOf(rowSchema: JsonSchema | null, schemas: Record<string, JsonSchema>): unknown {
  if (rowSchema === null) return null
  try {
    return new SchemaSet(rowSchema, schemas).written
  } catch (problem) {
    if (!(problem instanceof SchemaError)) throw problem
    return [rowSchema, schemas]
  }
}

const sorted = (format: FileFormat): [string, unknown][] =>
  Object.entries(format)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
