import { createReadStream, fstatSync, openSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { DEFAULT_READ_LIMITS } from '@millrace/engine/formats/records/file.types'
import { byteChunks, fileSource } from '@millrace/engine/formats/bytes/byte-source'
import { openFile } from '@millrace/engine/formats/open-file'
import { ZipArchive } from '@millrace/engine/formats/zip/zip'
import type { FileKind } from '@millrace/contract'
import { SaxesParser } from 'saxes'
import { csvBatches } from './floor-csv.ts'
import { floorWorkbook } from './floor-workbook.ts'

const opened = (path: string) => {
  const fd = openSync(path, 'r')
  return { fd, size: fstatSync(fd).size, name: path }
}

const product = (kind: FileKind) => async (path: string) => {
  const { batches } = await openFile(opened(path), kind, {}, 250)
  let records = 0
  for await (const batch of batches) records += batch.records.length + batch.refused.length
  return records
}

/** What reads a file: `ours` is the product's reader, the others are the least anybody could do. @returns records */
export const formatReaders: Record<string, (path: string) => Promise<number>> = {
  'csv ours': product('csv'),
  'json ours': product('json'),
  'ndjson ours': product('json'),
  'xml ours': product('xml'),
  'xlsx ours': product('excel'),
  /** Bytes to text and nothing else. */
  async 'csv decode'(path) {
    const decoder = new TextDecoder()
    let chars = 0
    for (const { bytes } of byteChunks(fileSource(opened(path))))
      chars += decoder.decode(bytes, { stream: true }).length
    return chars
  },
  /** A reader for this very file: commas, UTF-8, no faults. */
  async 'csv floor'(path) {
    let records = 0
    const chunks = createReadStream(path, { highWaterMark: 128 * 1024 })
    for await (const batch of csvBatches(chunks, 250)) records += batch.length
    return records
  },
  async 'json floor'(path) {
    return (JSON.parse(readFileSync(path, 'utf8')) as unknown[]).length
  },
  async 'ndjson floor'(path) {
    let records = 0
    for await (const line of createInterface({ input: createReadStream(path, { highWaterMark: 128 * 1024 }) })) {
      JSON.parse(line)
      records++
    }
    return records
  },
  /** The parser and flat records of texts: no paths, attributes, lists or limits. */
  async 'xml floor'(path) {
    const parser = new SaxesParser({ position: true })
    let records = 0
    let record: Record<string, string> = {}
    let text = ''
    parser.on('opentagstart', ({ name }) => {
      if (name === 'product') record = {}
      text = ''
    })
    parser.on('text', (chunk) => {
      text += chunk
    })
    parser.on('closetag', ({ name }) => {
      if (name === 'product') records++
      else record[name] = text
    })
    const decoder = new TextDecoder()
    for (const { bytes } of byteChunks(fileSource(opened(path)))) parser.write(decoder.decode(bytes, { stream: true }))
    parser.close()
    return records
  },
  'xlsx floor': floorWorkbook,
  /** Unpacks the parts that hold the data. */
  async 'xlsx inflate'(path) {
    const archive = await ZipArchive.open(fileSource(opened(path)), 'workbook', DEFAULT_READ_LIMITS, 2 ** 31)
    let bytes = 0
    for (const entry of archive.listed) for await (const chunk of archive.chunks(entry)) bytes += chunk.length
    return bytes
  },
}
