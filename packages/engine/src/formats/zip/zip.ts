import { once } from 'node:events'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { bufferSource, type ByteSource, byteChunks, CHUNK_BYTES, readBytes } from '../bytes/byte-source.ts'
import type { ReadLimits, RecordKind } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { detectContent } from '../bytes/detect-content.ts'

/** yauzl asks for the directory through this; the content is unpacked below, where bytes and checksum are counted. */
class SourceReader extends RandomAccessReader {
  private readonly source: ByteSource

  constructor(source: ByteSource) {
    super()
    this.source = source
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (err: Error | null) => void,
  ) {
    const got = this.source.readInto(buffer.subarray(offset, offset + length), position)
    setImmediate(callback, got < length ? new Error('the archive is cut off') : null)
  }
}

/** How a damaged container is called in messages: 'workbook' or 'archive'. */
export type Container = 'workbook' | 'archive'

export function damagedError(container: Container, reason: string): FileError {
  return new FileError('damaged', `The ${container} is truncated or damaged: ${reason}`)
}

export class ZipArchive {
  readonly entries = new Map<string, Entry>()
  /** Entries as the directory lists them: two may have one name, which would hide one of them from `entries`. */
  readonly listed: Entry[] = []
  private readonly source: ByteSource
  private readonly container: Container
  private zip: ZipFile | null = null
  private unpacked = 0
  private readonly unpackedLimit: number

  private constructor(source: ByteSource, container: Container, unpackedLimit: number) {
    this.source = source
    this.container = container
    this.unpackedLimit = unpackedLimit
  }

  /** Reads the directory. `unpackedLimit` counts the bytes of everything unpacked through this archive. */
  static async open(
    source: ByteSource,
    container: Container,
    limits: ReadLimits,
    unpackedLimit: number,
  ): Promise<ZipArchive> {
    const archive = new ZipArchive(source, container, unpackedLimit)
    await archive.readDirectory(limits)
    return archive
  }

  private async readDirectory(limits: ReadLimits): Promise<void> {
    const { container, source } = this
    try {
      const zip = await new Promise<ZipFile>((resolve, reject) => {
        const options = { lazyEntries: true, autoClose: false }
        fromRandomAccessReader(new SourceReader(source), source.size, options, (error, file) =>
          error || !file ? reject(error) : resolve(file),
        )
      })
      this.zip = zip
      if (zip.entryCount > limits.entries) {
        throw new FileError(
          'limit',
          `The ${container} has ${zip.entryCount} entries; at most ${limits.entries} are read`,
        )
      }
      zip.on('entry', (entry: Entry) => {
        this.entries.set(entry.fileName, entry)
        this.listed.push(entry)
        zip.readEntry()
      })
      const ended = once(zip, 'end')
      zip.readEntry()
      await ended
      // Entries beyond the number that is counted would be passed over in silence.
      // The types of the library call this position a boolean.
      const after = readBytes(source, Number(zip.readEntryCursor), 4).toString('latin1')
      if (!directoryEnds.includes(after)) throw damagedError(container, 'its list of parts holds more than it counts')
    } catch (error) {
      throw error instanceof FileError ? error : damagedError(container, directoryFault(error))
    }
  }

  /** Unpacked content in chunks; checks size and checksum. */
  async *chunks(entry: Entry): AsyncGenerator<Buffer> {
    const { container } = this
    if (entry.isEncrypted()) throw new FileError('wrongType', `The ${container} is protected with a password`)
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
      throw damagedError(container, `its compression method ${entry.compressionMethod} is not supported`)
    }
    // Nothing is unpacked beyond the size that it declares, so that one look at that size is enough.
    if (this.unpacked + entry.uncompressedSize > this.unpackedLimit) {
      const limit = Math.round(this.unpackedLimit / 1024 / 1024)
      throw new FileError('limit', `The ${container} unpacks to more than ${limit} MiB`)
    }
    const start = await this.dataStart(entry)
    let checksum = 0
    let size = 0
    for await (const chunk of this.unpack(entry, start)) {
      size += chunk.length
      this.unpacked += chunk.length
      // What lies about its size is not unpacked to its end.
      if (size > entry.uncompressedSize) break
      checksum = crc32(chunk, checksum)
      yield chunk
    }
    if (size !== entry.uncompressedSize || checksum !== entry.crc32) {
      throw damagedError(
        container,
        `the part '${shownName(entry)}' is not what was packed (its size or checksum differs)`,
      )
    }
  }

  async bytes(entry: Entry): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const chunk of this.chunks(entry)) parts.push(Buffer.from(chunk))
    return Buffer.concat(parts)
  }

  private async dataStart(entry: Entry): Promise<number> {
    try {
      return await new Promise<number>((resolve, reject) => {
        this.zip?.readLocalFileHeader(entry, { minimal: true }, (error, header) =>
          error ? reject(error) : resolve(header.fileDataStart),
        )
      })
    } catch {
      throw damagedError(this.container, `the part '${shownName(entry)}' is not where the list of parts says`)
    }
  }

  private async *unpack(entry: Entry, start: number): AsyncGenerator<Buffer> {
    const end = start + entry.compressedSize
    if (end > this.source.size) throw damagedError(this.container, `the part '${shownName(entry)}' is cut off`)
    const packed = function* (source: ByteSource) {
      for (const { bytes, at } of byteChunks(source, start)) {
        if (at >= end) return
        yield Buffer.from(bytes.subarray(0, Math.min(bytes.length, end - at)))
      }
    }
    if (entry.compressionMethod === 0) {
      yield* packed(this.source)
      return
    }
    const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
    const feed = (async () => {
      for (const chunk of packed(this.source)) {
        if (inflate.destroyed) return
        await new Promise((resolve) => inflate.write(chunk, resolve))
      }
      inflate.end()
    })()
    feed.catch((error: Error) => inflate.destroy(error))
    try {
      yield* inflate as AsyncIterable<Buffer>
    } catch {
      throw damagedError(this.container, `the part '${shownName(entry)}' cannot be unpacked`)
    } finally {
      inflate.destroy()
    }
  }
}

/** Signatures that may follow the last entry: end of the directory, its 64-bit form, a digital signature. */
const directoryEnds = ['PK\x05\x06', 'PK\x06\x06', 'PK\x05\x05']

const shownName = (entry: Entry) => entry.fileName.slice(0, 200)

/** What the zip library found wrong with the directory, in words for the person who sent the file. */
function directoryFault(error: unknown): string {
  const { message } = error as Error
  if (/end of central directory|cut off|truncated/i.test(message)) return 'its end is missing'
  if (/comment length/i.test(message)) return 'its end is cut off, or other data follows it'
  if (/absolute path|relative path|characters in fileName/i.test(message)) {
    return 'one of its parts has a name that leads out of the archive'
  }
  if (/multi-disk|disk number/i.test(message)) return 'it is one of several pieces of a split archive'
  return 'its list of parts cannot be read'
}

const kindOfContent: Partial<Record<ReturnType<typeof detectContent>['kind'], RecordKind>> = {
  json: 'json',
  xml: 'xml',
  excel: 'excel',
  text: 'csv',
}

/** The one file inside a zip, unpacked into memory; folders and macOS companions do not count. */
export async function unwrapZip(
  source: ByteSource,
  limits: ReadLimits,
): Promise<{ source: ByteSource; name: string; kind: RecordKind }> {
  const archive = await ZipArchive.open(source, 'archive', limits, limits.wrappedBytes)
  const files = archive.listed.filter(
    ({ fileName }) =>
      !fileName.endsWith('/') && !fileName.startsWith('__MACOSX/') && !/(?:^|\/)\.DS_Store$/.test(fileName),
  )
  const [entry] = files
  if (!entry) throw new FileError('empty', 'The file is empty: the archive holds no file')
  if (files.length > 1) {
    const names = files.slice(0, 5).map(({ fileName }) => `'${label(fileName)}'`)
    throw new FileError(
      'structure',
      `The archive holds ${files.length} files (${names.join(', ')}${files.length > 5 ? ', …' : ''}); exactly one is expected`,
    )
  }
  const bytes = await archive.bytes(entry)
  const name = label(entry.fileName)
  const inner = bufferSource(bytes)
  const look = detectContent(readBytes(inner, 0, 16 * 1024), name)
  if (look.kind === 'empty') throw new FileError('empty', `The file is empty: '${name}' in the archive has 0 bytes`)
  const kind = kindOfContent[look.kind]
  if (!kind)
    throw new FileError('wrongType', `The file '${name}' in the archive looks like ${look.label}, not like a data file`)
  return { source: inner, name, kind }
}

/** Names from archives are labels, never paths. */
function label(fileName: string): string {
  return (fileName.split(/[\\/]/).pop() ?? fileName).slice(0, 200)
}
