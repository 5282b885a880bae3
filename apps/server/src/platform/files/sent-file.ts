import {
  acceptsExtension,
  ApiError,
  codes,
  type FileKind,
  fileKinds,
  mimetypes,
  texts,
  uploadLimitBytes,
} from '@millrace/contract'
import { detectContent } from '@millrace/engine/formats/bytes/detect-content'
import { labelOf } from './file-label.ts'
import { headBytes } from './file-store.ts'

/** A file inside a message; `data` is base64, with or without the head of a data URL. */
export type SentFile = { name: string; mimeType: string; data: string }
export type DecodedFile = { name: string; contentType: FileKind; content: Buffer }

/** Why a file in a message is none, as half a sentence. */
export class SentFileError extends Error {
  override readonly name = 'SentFileError'
}

const dataUrlHead = /^data:[^,]{0,300},/

/**
 * The bytes of a file and what it is read as.
 * @throws SentFileError; ApiError 41300 for one that is longer than an upload may be
 */
export function decodeFile({ name: fileName, mimeType, data }: SentFile): DecodedFile {
  const content = contentOf(data)
  if (content.length >= uploadLimitBytes) throw new ApiError(codes.tooLarge, texts.fileTooLarge)
  const name = labelOf(fileName) || 'file'
  return { name, contentType: kindOf(name, mimeType, content), content }
}

function contentOf(data: string): Buffer {
  const base64 = data.replace(dataUrlHead, '').replace(/\s+/g, '')
  // Longer than any file that is taken; decoding it would only cost memory.
  if (base64.length > (uploadLimitBytes * 4) / 3 + 4) throw new ApiError(codes.tooLarge, texts.fileTooLarge)
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) throw new SentFileError('its data is not base64')
  return Buffer.from(base64, 'base64')
}

/** By the name's ending, else the MIME type, else the content. */
function kindOf(name: string, mimeType: string, content: Buffer): FileKind {
  const byName = fileKinds.find((kind) => acceptsExtension(kind, name))
  if (byName !== undefined) return byName
  const mime = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const byType = fileKinds.find((kind) => mimetypes[kind].includes(mime))
  if (byType !== undefined) return byType
  const { kind, label } = detectContent(content.subarray(0, headBytes))
  if (kind === 'other') throw new SentFileError(`it looks like ${label}`)
  return kind === 'empty' || kind === 'text' ? 'text' : kind
}
