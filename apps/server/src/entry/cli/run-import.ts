import type { Import, RunCounts } from '@millrace/contract'
import { countLeftOut } from '@millrace/contract/imports/import-states.rule'
import { choosePipeline } from './choose-pipeline.ts'
import type { Client } from './client.ts'
import { followImports } from './follow.ts'
import { printLog } from './print-lines.ts'
import { formatLocalTime } from './print-table.ts'
import { CommandError } from './command-error.ts'
import { readSourceArguments } from './source-arguments.ts'
import { progressBar, uploadFiles } from './upload-files.ts'
import { readStartTime, type StartTime } from './start-time.ts'
import { print } from './print.ts'

export type ImportOptions = { pipeline: string; source: string[]; wait: boolean; at?: string; every?: string }

/** Runs shown of a plan that was made. */
const runsShown = 3

/**
 * Uploads the named files, starts or plans the import and, with `wait`, follows it to its end.
 * @throws CommandError unless all succeeded
 */
export async function runImportCommand(client: Client, options: ImportOptions): Promise<void> {
  const when = readStartTime(options)
  if (when.kind !== 'immediate' && options.wait)
    throw new CommandError('A planned import is not waited for: leave --wait out')
  const pipeline = choosePipeline(await client.call('GET /pipelines'), options.pipeline)
  const files = readSourceArguments(pipeline, options.source)
  if (files.length > 0) {
    const uploads = await uploadFiles(client, pipeline._id, files)
    const bad = uploads.filter((upload) => upload.status !== 'valid')
    if (bad.length > 0) {
      const names = bad.map((upload) => `${upload.originalFilename} (${upload.dataSubKind})`)
      throw new CommandError(`Not imported: ${names.join(', ')} did not pass validation`)
    }
  }
  if (when.kind !== 'immediate') return plan(client, pipeline, when)
  const ids = await startImports(client, pipeline)
  print(`Import of ${pipeline.name} started (${ids.join(', ')})`)
  if (!options.wait) return
  const bar = progressBar('Importing', ids.length)
  let ended: Import[]
  try {
    ended = await followImports(
      client,
      ids,
      (line) => printLog(line, bar),
      (count) => bar?.update(count),
    )
  } finally {
    bar?.stop()
  }
  for (const imp of ended) printCounts(imp)
  const failed = ended.filter((imp) => imp.success !== true)
  if (failed.length > 0) {
    throw new CommandError(`Not completed: ${failed.map((imp) => `${imp.pipeline.name} ${imp.state}`).join(', ')}`)
  }
}

/** Plans the import and says when it will run. */
async function plan(client: Client, pipeline: { _id: string; name: string }, when: StartTime): Promise<void> {
  const body = { pipelineId: pipeline._id, ...when, restartOnError: true as const }
  const { jobId } = await client.call('POST /imports', { body })
  const { sentence, nextRuns } = await client.call('POST /imports/plan', { body: { ...body, jobId } })
  const { timeZone } = await client.call('GET /users/info')
  print(`Import of ${pipeline.name} planned (job ${jobId}): ${sentence}, times of ${timeZone}`)
  for (const run of nextRuns.slice(0, runsShown)) print(`  ${formatLocalTime(run, timeZone)}`)
}

/** A master runs its country pipelines, in sequence; any other pipeline itself. */
async function startImports(client: Client, pipeline: { _id: string; isMaster: boolean }): Promise<string[]> {
  const pipelineId = pipeline._id
  if (!pipeline.isMaster) {
    const body = { pipelineId, kind: 'immediate', restartOnError: true as const }
    return [(await client.call('POST /imports', { body })).importId]
  }
  const { imports } = await client.call('POST /imports/runAllImport', { body: { pipelineId, restartOnError: true } })
  return imports.map((entry) => entry.importId)
}

const countsText = (counts: RunCounts): string =>
  Object.entries(counts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ')

function printCounts(imp: Import): void {
  const left = countLeftOut(imp.counts)
  print(`${imp.pipeline.name}: ${imp.state}${left > 0 ? `, ${left} left out` : ''}`)
  for (const [name, counts] of Object.entries(imp.counts.sources)) print(`  source ${name}: ${countsText(counts)}`)
  for (const [name, counts] of Object.entries(imp.counts.sinks)) print(`  sink ${name}: ${countsText(counts)}`)
}
