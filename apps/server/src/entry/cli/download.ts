import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@millrace/contract'
import { choosePipeline } from './choose-pipeline.ts'
import type { Client } from './client.ts'
import { CommandError } from './command-error.ts'
import { print, printJson } from './print.ts'

export type ExportOptions = { pipeline: string; sink: string[]; out: string; zip: boolean; json: boolean }
export type RejectedOptions = { pipeline: string; source?: string; format: string; out: string }

/** Downloads the latest output file of each sink, or of the named ones. */
export async function exportOutputs(client: Client, options: ExportOptions): Promise<void> {
  const latest = await latestUploads(client, options.pipeline, 'destination')
  const unknown = options.sink.find((name) => !latest.has(name))
  if (unknown !== undefined) {
    throw new CommandError(`There is no output file of '${unknown}'; there are: ${names(latest)}`)
  }
  const outputs = [...latest.values()].filter(
    (upload) => options.sink.length === 0 || options.sink.includes(upload.dataSubKind),
  )
  if (outputs.length === 0) throw new CommandError('There are no output files yet')
  const ids = outputs.map((upload) => upload._id)
  const toStandardOutput = options.out === '-'
  const kept: string[] = []
  if (options.zip || (toStandardOutput && outputs.length > 1)) {
    const answer = await client.download('POST /uploads/export', { uploadIds: ids })
    kept.push(await keep(answer, options.out, 'export.zip', null))
  } else {
    for (const upload of outputs) {
      const answer = await client.download('POST /uploads/export', { uploadIds: [upload._id] })
      kept.push(await keep(answer, options.out, upload.originalFilename ?? upload.dataSubKind, upload))
    }
  }
  if (toStandardOutput) return
  if (options.json) printJson({ files: kept, uploads: outputs }, 2)
  else for (const file of kept) print(file)
}

/** Downloads the rejected records of a source's last upload, with their reasons. */
export async function downloadRejected(client: Client, options: RejectedOptions): Promise<void> {
  const { format } = options
  if (format !== 'csv' && format !== 'xlsx') throw new CommandError(`--format ${format}: write csv or xlsx`)
  const latest = await latestUploads(client, options.pipeline, 'source')
  const only = latest.size === 1 ? [...latest.keys()][0] : undefined
  const upload = latest.get(options.source ?? only ?? '')
  if (upload === undefined) {
    const asked =
      options.source === undefined ? 'Name a source with --source' : `There is no upload for '${options.source}'`
    throw new CommandError(`${asked}; there are: ${names(latest)}`)
  }
  const answer = await client.download('POST /uploads/rejected', { uploadId: upload._id, format })
  const stem = path.parse(upload.originalFilename ?? upload.dataSubKind).name
  const file = await keep(answer, options.out, `${stem}-rejected.${format}`, null)
  if (options.out !== '-') print(file)
}

const names = (uploads: ReadonlyMap<string, unknown>): string => [...uploads.keys()].join(', ') || '(none)'

/** The newest upload of each kind, by kind. */
async function latestUploads(client: Client, wanted: string, from: Upload['from']): Promise<Map<string, Upload>> {
  const { _id: pipelineId } = choosePipeline(await client.call('GET /pipelines'), wanted)
  const uploads = await client.call('GET /uploads/last-all', { query: { pipelineId } })
  const latest = new Map<string, Upload>()
  for (const upload of uploads) {
    if (upload.from === from && !latest.has(upload.dataSubKind)) latest.set(upload.dataSubKind, upload)
  }
  return latest
}

/**
 * Writes the answer to a file of that name in the folder `out`, or to standard output for '-'. What is cut off or not
 * what the server keeps leaves no file.
 * @returns the path of the file
 */
async function keep(
  answer: Response,
  out: string,
  name: string,
  upload: Pick<Upload, 'size' | 'sha256'> | null,
): Promise<string> {
  if (answer.body === null) throw new CommandError(`${name} came without content`)
  const hash = createHash('sha256')
  const count = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
  const content = Readable.fromWeb(answer.body)
  if (out === '-') {
    await cutOffAsProblem(name, pipeline(content, count, process.stdout, { end: false }))
    return out
  }
  // A name is a file in that folder and nothing else, whatever the server says.
  const target = path.join(out, path.basename(name.replaceAll('\\', '/')))
  const partial = `${target}.part-${process.pid}`
  try {
    mkdirSync(out, { recursive: true })
    await cutOffAsProblem(name, pipeline(content, count, createWriteStream(partial)))
    if (upload !== null && hash.digest('hex') !== upload.sha256) throw new CommandError(`${name} did not arrive whole`)
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
  return target
}

async function cutOffAsProblem(name: string, flow: Promise<void>): Promise<void> {
  try {
    await flow
  } catch (error) {
    throw new CommandError(`${name} could not be downloaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}
