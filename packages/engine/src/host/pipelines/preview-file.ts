import type { FilePreview, JsonSchema } from '@millrace/contract'
import { maxPreviewRecords, previewRows } from '@millrace/contract/uploads/preview.rule'
import type { RunnerLimits } from '../../runs/limits.ts'
import { faultText, RunError } from '../../runs/run-error.ts'
import { areSchemas } from '../../schemas/schema-grammar.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { convertLimits } from './convert-file.ts'
import type { FileSource } from './ports.ts'
import { SourceFiles } from './source-files.ts'
import { openUnnamed } from './unnamed-file.ts'

export type PreviewRequest = {
  /** A stored file, or bytes that are kept nowhere. */
  file: FileSource | (Omit<FileSource, 'path' | 'size'> & { content: Uint8Array })
  /** Schema of one record; null = any record that can be read. */
  rowSchema: JsonSchema | null
  /** Schemas it refers to, by full address. */
  schemas: Record<string, JsonSchema>
}

/**
 * How a file is read and what a schema says of its first records, for who sets up a source (PIP-006). Read in a process
 * of its own, which what the file does to it ends: that is the `problem` then.
 * @throws RunError of kind aborted, setup
 */
export async function previewFile(
  { file, rowSchema, schemas }: PreviewRequest,
  { signal, limits }: { signal: AbortSignal; limits?: Partial<RunnerLimits> },
): Promise<FilePreview> {
  const files = new SourceFiles()
  try {
    const opened = await addFile(files, file)
    const known = areSchemas([rowSchema ?? true, ...Object.values(schemas)])
    const runner = RunnerProcess.spawn(
      { ...convertLimits, ...limits },
      { files: files.inputs, pipes: 0, hasIsolate: false },
      { signal },
    )
    const bounds = { shownRows: previewRows, maxRecords: maxPreviewRecords }
    runner.start({ mode: 'preview', file: opened, rowSchema, schemas, areSchemas: known, ...bounds })
    try {
      const result = await runner.result
      if (result.mode !== 'preview') throw new RunError('setup', 'the runner did another job')
      const { mode: _, ...preview } = result
      return preview
    } catch (problem) {
      if (!(problem instanceof RunError) || problem.kind === 'aborted' || problem.kind === 'setup') throw problem
      return unreadable(`The file cannot be checked: ${faultText(problem)}`)
    } finally {
      await runner.gone
    }
  } finally {
    await files.close()
  }
}

function addFile(files: SourceFiles, file: PreviewRequest['file']) {
  if ('path' in file) return files.add(file)
  const { content, ...rest } = file
  return openUnnamed(content, (path) => files.add({ ...rest, path, size: content.length }))
}

const unreadable = (problem: string): FilePreview => ({
  problem,
  detected: {},
  columns: [],
  moreColumns: 0,
  rows: [],
  counts: { records: 0, valid: 0, rejected: 0 },
  complete: false,
  groups: [],
  notes: [],
})
