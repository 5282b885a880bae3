import type { FileFormat, FileKind } from '@millrace/contract'
import { type ByteSource, fileSource, readBytes } from './bytes/byte-source.ts'
import { openDelimited } from './csv/delimited.ts'
import {
  DEFAULT_READ_LIMITS,
  READ_ALL,
  type FileInput,
  type OpenedFile,
  type ReadLimits,
  type RecordKind,
  type ReadSelection,
} from './records/file.types.ts'
import { inFile } from './records/expected-fields.ts'
import { FileError } from './records/file-error.ts'
import { renameFields } from './records/rename-fields.ts'
import { openJson } from './json/json.ts'
import { describeContentMismatch, detectContent } from './bytes/detect-content.ts'
import { openWorkbook } from './xlsx/workbook.ts'
import { openXml } from './xml/xml.ts'
import { unwrapZip } from './zip/zip.ts'

const SNIFF_BYTES = 16 * 1024

/**
 * Opens a file for one reading. The bytes decide what it is: content that contradicts `kind` is refused (S2). What
 * `format` leaves open is detected. Throws FileError, here or while `batches` are read.
 */
export async function openFile(
  input: FileInput,
  kind: FileKind,
  format: FileFormat,
  batchSize = 1000,
  limits: ReadLimits = DEFAULT_READ_LIMITS,
  wanted: ReadSelection = READ_ALL,
): Promise<OpenedFile> {
  const source = fileSource(input)
  if (kind !== 'zip') return openSource(source, input.name, kind, format, batchSize, limits, wanted)
  refuseMismatch(source, input.name, kind)
  const inner = await unwrapZip(source, limits)
  const opened = await openSource(inner.source, inner.name, inner.kind, format, batchSize, limits, wanted)
  opened.notes.unshift({ level: 'info', message: `The archive holds '${inner.name}'` })
  return { ...opened, detected: { ...opened.detected, inner: inner.name } }
}

function refuseMismatch(source: ByteSource, name: string, kind: FileKind): void {
  const mismatch = describeContentMismatch(detectContent(readBytes(source, 0, SNIFF_BYTES), name), kind)
  if (mismatch) throw new FileError(source.size === 0 ? 'empty' : 'wrongType', mismatch)
}

async function openSource(
  source: ByteSource,
  name: string,
  kind: RecordKind,
  format: FileFormat,
  batchSize: number,
  limits: ReadLimits,
  wanted: ReadSelection,
): Promise<OpenedFile> {
  refuseMismatch(source, name, kind)
  const expected = wanted.expected && inFile(wanted.expected, format.columns)
  if (kind === 'json') return withNames(openJson(source, name, format, batchSize, limits, expected), format)
  if (kind === 'excel') return openWorkbook(source, format, batchSize, limits, expected)
  if (kind === 'xml') return withNames(openXml(source, format, batchSize, limits, expected), format)
  return openDelimited(source, name, kind, format, batchSize, limits, { ...wanted, expected })
}

const withNames = (opened: OpenedFile, { columns }: FileFormat): OpenedFile =>
  columns === undefined || Object.keys(columns).length === 0 ? opened : renameFields(opened, columns)
