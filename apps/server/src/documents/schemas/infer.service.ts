import {
  ApiError,
  codes,
  type InferredSchema,
  invalid,
  type SchemaExample,
  texts,
  uploadLimitBytes,
} from '@millrace/contract'
import { inferFileSchema } from '@millrace/engine'
import { decodeNamedFile } from '../../platform/files/sent-file.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createCallSemaphore } from '../../platform/http/call-semaphore.ts'

export type InferService = ReturnType<typeof createInferService>

/** Schemas made at once, and those of one person: each is a process of its own. */
const maxAtOnce = 2
const maxAtOnceEach = 1

/** Makes schemas of example files (SCH-026). Nothing of the files is kept. */
export function createInferService() {
  const semaphore = createCallSemaphore({
    max: maxAtOnce,
    maxEach: maxAtOnceEach,
    maxWaiting: 4,
    maxWaitingEach: 1,
  })
  return {
    /**
     * POST /schemas/infer and /schemas/generate: one schema of all files, which may be of several kinds.
     * @throws ApiError 40000 '{file}: {reason}'; 41300 when they are larger than an upload together; 42900
     */
    async infer(
      { userId }: Pick<Caller, 'userId'>,
      examples: readonly SchemaExample[],
      signal: AbortSignal,
    ): Promise<InferredSchema> {
      const files = examples.map(({ omitStartingArray, ...file }) => ({ ...decodeNamedFile(file), omitStartingArray }))
      const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
      if (bytes >= uploadLimitBytes) throw new ApiError(codes.tooLarge, texts.fileTooLarge)
      const { inferred, problem } = await semaphore.run(userId, () => inferFileSchema(files, { signal }))
      if (problem !== null) throw invalid(problem)
      return inferred
    },
  }
}
