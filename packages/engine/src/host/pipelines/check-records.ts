import type { Finding } from '@millrace/contract'
import type { RunnerLimits } from '../../runs/limits.ts'
import type { FileSource } from './ports.ts'
import { openUnnamed } from './unnamed-file.ts'
import { validateFile, type ValidateRequest } from './validate-file.ts'

export type CheckRecordsRequest = Pick<FileSource, 'contentType' | 'format' | 'decimalGuess'> &
  Pick<ValidateRequest, 'rowSchema' | 'schemas'> & {
    /** What they are called in a sentence about all of them. */
    name: string
    content: Uint8Array
  }

/**
 * What is wrong with a few records, told as of a file of them. `problem`: why they cannot be read at all.
 * @throws RunError of kind aborted, setup
 */
export function checkRecords(
  { name, content, contentType, format, decimalGuess, rowSchema, schemas }: CheckRecordsRequest,
  { signal, limits }: { signal: AbortSignal; limits?: Partial<RunnerLimits> },
): Promise<{ findings: Finding[]; problem: string | null }> {
  const findings: Finding[] = []
  return openUnnamed(content, async (path) => {
    const file = { path, size: content.length, name, contentType, format, ...(decimalGuess && { decimalGuess }) }
    const { problem } = await validateFile(
      { file, rowSchema, schemas, tolerance: 1, ...(limits && { limits }) },
      { log: () => {}, findings: (batch) => void findings.push(...batch), signal },
    )
    return { findings, problem }
  })
}
