import {
  ApiError,
  codes,
  acceptsExtension,
  type FileKind,
  fileKinds,
  invalid,
  mimetypes,
  textWith,
  texts,
  uploadLimitBytes,
} from '@millrace/contract'
import { convertFile } from '@millrace/engine'
import { detectContent } from '@millrace/engine/formats/bytes/detect-content'
import { headBytes } from '../../platform/files/file-store.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createFairSemaphore, QueueFullError } from '../../platform/semaphore/fair-semaphore.ts'
import { labelOf } from './incoming.ts'

export type ConvertService = ReturnType<typeof createConvertService>

/** Conversions at once, and those of one person: each is a process of its own. */
const maxConversions = 4
const maxConversionsEach = 2
const dataUrlHead = /^data:[^,]{0,300},/

/** Files a person wants to see as JSON, such as the payload of a test (API-032). Nothing of them is kept. */
export function createConvertService() {
  const semaphore = createFairSemaphore({
    max: maxConversions,
    maxEach: maxConversionsEach,
    maxWaiting: 0,
    maxWaitingEach: 0,
  })
  return {
    /**
     * POST /uploads/toJson: delimited text, XML and the first sheet of a workbook as a list of objects, JSON as it is.
     * @throws ApiError 40000 'The file cannot be converted: …'; 41300; 42900 while too many are converted
     */
    async toJson(
      { userId }: Pick<Caller, 'userId'>,
      file: { name: string; mimeType: string; data: string },
      signal: AbortSignal,
    ): Promise<unknown> {
      const content = contentOf(file.data)
      if (content.length >= uploadLimitBytes) throw new ApiError(codes.tooLarge, texts.fileTooLarge)
      const name = labelOf(file.name) || 'file'
      const contentType = kindOf(name, file.mimeType, content)
      const converted = await semaphore
        .run(userId, () => convertFile({ name, contentType, content }, { signal }))
        .catch((error: unknown) => {
          throw error instanceof QueueFullError ? new ApiError(codes.tooMany, texts.tooManyAttempts) : error
        })
      if (converted.problem !== null) throw invalid(textWith.cannotConvert(converted.problem))
      return converted.value
    },
  }
}

function contentOf(data: string): Buffer {
  const base64 = data.replace(dataUrlHead, '').replace(/\s+/g, '')
  // Longer than any file that is taken; decoding it would only cost memory.
  if (base64.length > (uploadLimitBytes * 4) / 3 + 4) throw new ApiError(codes.tooLarge, texts.fileTooLarge)
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) throw invalid(textWith.cannotConvert('its data is not base64'))
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
  if (kind === 'other') throw invalid(textWith.cannotConvert(`it looks like ${label}`))
  return kind === 'empty' || kind === 'text' ? 'text' : kind
}
