import { Readable } from 'node:stream'
import {
  ApiError,
  type DataSource,
  endingOf,
  type HttpFetch,
  type PipelineListItem,
  type QueryFetch,
  uploadLimitBytes,
} from '@millrace/contract'
import { DatabaseError, openDatabase } from '@millrace/engine/host/databases/open-database'
import { describeContentMismatch, detectContent } from '@millrace/engine/formats/bytes/detect-content'
import type { ConnectionsService } from '../../documents/connections/connections.service.ts'
import { type FileStore, FileTooLargeError, headBytes, type PendingFile } from '../../platform/files/file-store.ts'
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts'
import { fileKindOf } from './file-format-of.ts'
import { labelOf } from '../../platform/files/file-label.ts'
import type { TakenFile } from './store-uploads.ts'
import { timeStamp } from './time-stamp.ts'

export type FetchDeps = {
  files: Pick<FileStore, 'receive'>
  outbound: Pick<Outbound, 'send'>
  openConnection: ConnectionsService['open']
  now: () => Date
  /** IANA zone of the times in file names. */
  timeZone: string
}

/** Why a source has no file to give, as a sentence that holds no secret of its settings. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

const httpTimeoutMs = 120_000
/** The statement as a whole, reading and keeping its rows. */
const queryTimeoutMs = 5 * 60_000
const pageRows = 500
const maxBytes = uploadLimitBytes - 1
const sizeLimit = `${uploadLimitBytes >> 20} MiB`

/**
 * Fetches what a real-time source holds now into a file that is not kept yet (UPL-017). Under 20 MiB like any
 * upload.
 * @throws SourceError
 */
export async function fetchSource(
  deps: FetchDeps,
  pipeline: PipelineListItem,
  source: DataSource,
  signal: AbortSignal,
): Promise<TakenFile> {
  const { dataSubKind, config } = source
  const startedAt = deps.now()
  try {
    if (config === undefined || !('url' in config || 'query' in config)) {
      throw new SourceError('It has neither an address nor a query to fetch from')
    }
    const { pending, from, ending } =
      'url' in config
        ? await fetchAddress(deps, pipeline, source, config, signal)
        : await fetchRows(deps, config, signal)
    const at = deps.now()
    const seconds = ((at.getTime() - startedAt.getTime()) / 1000).toFixed(1)
    return {
      dataSubKind,
      fileName: labelOf(`${dataSubKind}-${timeStamp(at, deps.timeZone)}.${ending}`),
      pending,
      lines: [
        { at, level: 'info', message: `Fetched from ${from}: ${pending.size} bytes in ${seconds} s`, dataSubKind },
      ],
    }
  } catch (error) {
    throw toSourceError(error)
  }
}

type Fetched = { pending: PendingFile; from: string; ending: string }

async function fetchAddress(
  { outbound, files }: FetchDeps,
  pipeline: PipelineListItem,
  source: DataSource,
  { method, url, headers }: HttpFetch,
  signal: AbortSignal,
): Promise<Fetched> {
  const address = filledUrl(url, pipeline)
  const answer = await outbound.send({ method, url: address, headers, timeoutMs: httpTimeoutMs, maxBytes, signal })
  const from = placeOf(address)
  if (answer.status < 200 || answer.status > 299) throw new SourceError(`${from} answered with status ${answer.status}`)
  if (answer.body.length === 0) throw new SourceError(`${from} answered with nothing`)
  const kind = fileKindOf(source)
  const look = detectContent(answer.body.subarray(0, headBytes))
  if (describeContentMismatch(look, kind)) {
    throw new SourceError(`${from} answered with what looks like ${look.label}, not with ${kind}`)
  }
  return { pending: await files.receive(Readable.from([answer.body]), maxBytes), from, ending: endingOf(kind) }
}

async function fetchRows(deps: FetchDeps, { connection, query }: QueryFetch, signal: AbortSignal): Promise<Fetched> {
  const { type, name, connectionString, options, platform } = await deps.openConnection(connection)
  const late = AbortSignal.timeout(queryTimeoutMs)
  const either = AbortSignal.any([signal, late])
  const limits = { statementMs: queryTimeoutMs, streamMs: queryTimeoutMs, sessions: 2 }
  const database = openDatabase({ type, name, connectionString, options, platform, signal: either, limits })
  const end = (): void => void database.close()
  either.addEventListener('abort', end, { once: true })
  try {
    either.throwIfAborted()
    const pending = await deps.files.receive(Readable.from(jsonLines(database.stream(query, [], pageRows))), maxBytes)
    if (pending.size > 0) return { pending, from: `the database connection '${name}'`, ending: 'ndjson' }
    await pending.discard()
    throw new SourceError(`The query on the database connection '${name}' gives no rows`)
  } catch (error) {
    if (late.aborted) {
      const seconds = queryTimeoutMs / 1000
      throw new SourceError(`The query on the database connection '${name}' took longer than ${seconds} s`)
    }
    if (!(error instanceof DatabaseError)) throw error
    throw new SourceError(withoutQuoted(error.message, query), { cause: error })
  } finally {
    either.removeEventListener('abort', end)
    await database.close()
  }
}

/** Databases quote what they complain of, and not everybody who reads the log may read the query. */
export const withoutQuoted = (words: string, query: string): string =>
  words
    .replace(/near '[\s\S]*' at line/g, "near '…' at line")
    .replace(/(["'`])((?:(?!\1).)+)\1/g, (quoted, mark: string, inner: string) =>
      query.includes(inner) ? `${mark}…${mark}` : quoted,
    )

async function* jsonLines(pages: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<Buffer> {
  for await (const rows of pages) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** The address with the pipeline's classification in it, each value encoded for a URL. */
function filledUrl(url: string, { locale, brand, productLine, datakind }: PipelineListItem): string {
  const values: Record<string, string | undefined> = {
    locale: locale?.label,
    brand: brand?.name,
    productLine: productLine?.name,
    datakind: datakind?.name,
  }
  return url.replace(/\{(locale|brand|productLine|datakind)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
}

/** The host alone: a path may be a key, and everybody who sees the pipeline reads the log. */
const placeOf = (address: string): string => URL.parse(address)?.host || 'the address'

function toSourceError(error: unknown): unknown {
  if (error instanceof FileTooLargeError) return new SourceError(`It holds ${sizeLimit} or more`, { cause: error })
  if (error instanceof ApiError) return new SourceError('Its database connection does not exist', { cause: error })
  if (error instanceof OutboundError || error instanceof DatabaseError) {
    return new SourceError(error.message, { cause: error })
  }
  return error
}
