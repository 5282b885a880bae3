import { invalid, type SentFile, textWith } from '@millrace/contract'
import { convertFile } from '@millrace/engine'
import { decodeFile, type DecodedFile, SentFileError } from '../../platform/files/sent-file.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createCallSemaphore } from '../../platform/http/call-semaphore.ts'

export type ConvertService = ReturnType<typeof createConvertService>

/** Conversions at once, and those of one person: each is a process of its own. */
const maxConversions = 4
const maxConversionsEach = 2

/** Files a person wants to see as JSON, such as the payload of a test (API-032). Nothing of them is kept. */
export function createConvertService() {
  const semaphore = createCallSemaphore({
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
    async toJson({ userId }: Pick<Caller, 'userId'>, file: SentFile, signal: AbortSignal): Promise<unknown> {
      const { name, contentType, content } = received(file)
      const converted = await semaphore.run(userId, () => convertFile({ name, contentType, content }, { signal }))
      if (converted.problem !== null) throw invalid(textWith.cannotConvert(converted.problem))
      return converted.value
    },
  }
}

function received(file: SentFile): DecodedFile {
  try {
    return decodeFile(file)
  } catch (error) {
    throw error instanceof SentFileError ? invalid(textWith.cannotConvert(error.message)) : error
  }
}
