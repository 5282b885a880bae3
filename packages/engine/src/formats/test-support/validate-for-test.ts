import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileFormat, FileKind, Finding, JsonSchema } from '@millrace/contract'
import { validateFile, type ValidateOutcome } from '../../host/pipelines/validate-file.ts'
import type { RunnerLimits } from '../../runs/limits.ts'

export type ValidateOptions = {
  name?: string
  format?: FileFormat
  rowSchema?: JsonSchema | null
  limits?: Partial<RunnerLimits>
}

export type ValidatedContent = ValidateOutcome & { findings: Finding[] }

/** Test support: validates given content in a runner process; of its findings the first 1,000 are kept. */
export async function validateContent(
  content: Buffer | string,
  contentType: FileKind,
  { name = 'hostile.bin', format = {}, rowSchema = null, limits = {} }: ValidateOptions = {},
): Promise<ValidatedContent> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-validate-'))
  const file = path.join(folder, 'content')
  writeFileSync(file, content)
  const findings: Finding[] = []
  try {
    const outcome = await validateFile(
      {
        file: { path: file, size: Buffer.byteLength(content), name, contentType, format },
        rowSchema,
        schemas: {},
        tolerance: 0,
        limits,
      },
      {
        log: () => {},
        findings: (batch) => {
          if (findings.length < 1000) findings.push(...batch)
        },
        signal: new AbortController().signal,
      },
    )
    return { ...outcome, findings }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
