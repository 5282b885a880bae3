import {
  acceptsExtension,
  ApiError,
  codes,
  type FileKind,
  fileKinds,
  invalid,
  mimetypes,
  type SentFile,
  texts,
  uploadLimitBytes,
} from '@millrace/contract'
import { detectContent } from '@millrace/engine/formats/bytes/detect-content'
import { labelOf } from './file-label.ts'
import { headBytes } from './file-store.ts'

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

/** What decodeFile does, for answers that name the file. @throws ApiError 40000 '{file}: {reason}'; 41300 */
export function decodeNamedFile(file: SentFile): DecodedFile {
  try {
    return decodeFile(file)
  } catch (error) {
    throw error instanceof SentFileError ? invalid(`${file.name}: ${error.message}`) : error
  }
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
