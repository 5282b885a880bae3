import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FileFormat, Finding } from '@millrace/contract'
import {
  compileProgram,
  type FileSource,
  type ImportOutcome,
  type PipelineSink,
  runImport,
  type ValidateOutcome,
  validateFile,
} from '@millrace/engine'
import { openTableSink } from '@millrace/engine/host/sinks/table-sink'
import type { RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import { fileFormatOf } from '../../work/uploads/file-format-of.ts'

/** Files by the dataSubKind of the source that reads them. */
export type Files = Record<string, string>

function fileOf(path: string, source: RunDefinition['sources'][number]['source']): FileSource {
  const format: FileFormat = fileFormatOf(source)
  return { path, size: statSync(path).size, name: basename(path), contentType: source.contentType, format }
}

/** Validates a file as the upload of that source would be. */
export async function validateDemoFile(
  definition: RunDefinition,
  dataSubKind: string,
  path: string,
): Promise<ValidateOutcome & { findings: Finding[] }> {
  const entry = definition.sources.find(({ source }) => source.dataSubKind === dataSubKind)
  if (entry === undefined) throw new Error(`${definition.item.name} has no source ${dataSubKind}`)
  const findings: Finding[] = []
  const outcome = await validateFile(
    {
      file: fileOf(path, entry.source),
      rowSchema: entry.rowSchema,
      schemas: definition.schemas,
      tolerance: entry.source.tolerance ?? 0,
    },
    { log: () => {}, findings: (batch) => void findings.push(...batch), signal: new AbortController().signal },
  )
  return { ...outcome, findings }
}

/** Runs a pipeline over files as the worker does; its file sinks end in memory. */
export async function runDemoPipeline(
  definition: RunDefinition,
  files: Files,
  warehouse: string | null = null,
): Promise<{ outcome: ImportOutcome; records: Record<string, Record<string, unknown>[]>; log: string[] }> {
  const graphs = new Map(definition.graphs.map((graph) => [graph._id, graph]))
  const root = graphs.get(definition.root)
  if (root === undefined) throw new Error('the definition lacks its component')
  const log: string[] = []
  const texts: Record<string, string> = {}
  const { item } = definition
  const now = '2026-01-15T10:00:00.000Z'
  const importId = `demo-${Math.random().toString(36).slice(2)}`
  const outcome = await runImport(
    {
      importId,
      program: await compileProgram(root, (id) => graphs.get(id)),
      sources: definition.sources.map(({ source, rowSchema }) => {
        const path = files[source.dataSubKind]
        const file = path === undefined ? null : fileOf(path, source)
        return { dataSubKind: source.dataSubKind, file, rowSchema, tolerance: source.tolerance ?? 0 }
      }),
      sinks: definition.sinks.map(({ sink, rowSchema }): PipelineSink => {
        const target = warehouse !== null && sink.target?.kind === 'table' ? sink.target : null
        const table = target === null ? null : { ...target, database: 'postgresql' as const }
        return { name: sink.name, rowSchema, tolerance: sink.tolerance ?? 0, format: 'ndjson', table, http: null }
      }),
      schemas: definition.schemas,
      rtContext: {
        pipeline: { name: item.name, version: item.version },
        locale: item.locale,
        brand: item.brand,
        productLine: item.productLine,
        datakind: item.datakind,
        now,
        timeZone: 'Europe/Paris',
        settings: {},
      },
      seed: importId,
      now,
    },
    {
      log: (level, message) => void log.push(`${level}: ${message}`),
      progress: () => {},
      openFile: async (sink) => {
        const write = new PassThrough()
        const parts: Buffer[] = []
        write.on('data', (part: Buffer) => parts.push(part))
        const commit = async () => {
          texts[sink.name] = Buffer.concat(parts).toString('utf8')
        }
        return { write, commit, abort: async () => {} }
      },
      openTable: async (sink, columns) => {
        if (warehouse === null || sink.table === null) throw new Error(`${sink.name} has no table here`)
        const { table, keys, mode } = sink.table
        return openTableSink({
          database: 'postgresql',
          connectionString: warehouse,
          importId,
          sink: sink.name,
          table,
          keys,
          mode,
          columns,
          attempt: 1,
          fence: async () => true,
          log: (level, message) => void log.push(`${level}: ${message}`),
        })
      },
      fence: async () => true,
      signal: new AbortController().signal,
    },
  )
  const records = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    ]),
  )
  return { outcome, records, log }
}
