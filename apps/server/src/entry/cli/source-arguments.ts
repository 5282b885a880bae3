import { statSync } from 'node:fs'
import path from 'node:path'
import { sourcesToUpload } from '@millrace/contract/pipelines/pipeline.rule'
import type { PipelineListItem } from '@millrace/contract'
import { CommandError } from './command-error.ts'

export type SourceFile = { dataSubKind: string; file: string; name: string; size: number }

/** `kind=file` arguments → files to send. With one source to upload, the bare file name is enough. @throws CommandError naming the argument */
export function readSourceArguments(pipeline: PipelineListItem, values: readonly string[]): SourceFile[] {
  const kinds = sourcesToUpload(pipeline.dataSources).map((source) => source.dataSubKind)
  const files = values.map((value): SourceFile => {
    const split = value.indexOf('=')
    const named = split > 0 && kinds.includes(value.slice(0, split))
    if (!named && kinds.length !== 1) {
      throw new CommandError(`--source ${value}: write kind=file, where kind is one of ${kinds.join(', ') || '(none)'}`)
    }
    const dataSubKind = named ? value.slice(0, split) : (kinds[0] as string)
    const file = path.resolve(named ? value.slice(split + 1) : value)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile()) throw new CommandError(`There is no file ${file}`)
    return { dataSubKind, file, name: path.basename(file), size: stats.size }
  })
  const twice = files.find((one, at) => files.findIndex((other) => other.dataSubKind === one.dataSubKind) !== at)
  if (twice !== undefined) throw new CommandError(`The source ${twice.dataSubKind} is given twice`)
  return files
}
