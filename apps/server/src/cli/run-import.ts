import { setTimeout as sleep } from 'node:timers/promises'
import type { Import, RunCounts } from '@millrace/contract'
import { isEnded, leftOut } from '@millrace/contract/imports/import-states.rule'
import { choosePipeline } from './choose-pipeline.ts'
import type { Client } from './client.ts'
import { followLogs } from './follow-logs.ts'
import { logLine, printAbove } from './print-lines.ts'
import { CommandProblem } from './problem.ts'
import { readSourceArguments } from './source-arguments.ts'
import { progressBar, uploadFiles } from './upload-files.ts'

export type ImportOptions = { pipeline: string; source: string[]; wait: boolean }

/** Uploads the named files, starts the import and, with `wait`, follows it to its end. @throws CommandProblem unless all succeeded */
export async function runImportCommand(client: Client, options: ImportOptions): Promise<void> {
  const pipeline = choosePipeline(await client.call('GET /pipelines'), options.pipeline)
  const files = readSourceArguments(pipeline, options.source)
  if (files.length > 0) {
    const uploads = await uploadFiles(client, pipeline._id, files)
    const bad = uploads.filter((upload) => upload.status !== 'valid')
    if (bad.length > 0) {
      const names = bad.map((upload) => `${upload.originalFilename} (${upload.dataSubKind})`)
      throw new CommandProblem(`Not imported: ${names.join(', ')} did not pass validation`)
    }
  }
  const { importId, imports } = pipeline.isMaster
    ? await client.call('POST /imports/runAllImport', { body: { pipelineId: pipeline._id, restartOnError: true } })
    : {
        ...(await client.call('POST /imports', {
          body: { pipelineId: pipeline._id, kind: 'immediate', restartOnError: true },
        })),
        imports: undefined,
      }
  const ids = imports?.map((one) => one.importId) ?? [importId]
  console.log(`Import of ${pipeline.name} started (${ids.join(', ')})`)
  if (!options.wait) return
  if (imports !== undefined) return waitForChain(client, pipeline._id, ids)
  summarise(await waitForImport(client, pipeline._id, importId))
}

/** Prints the lines of one import until it has ended. */
async function waitForImport(client: Client, pipelineId: string, importId: string): Promise<Import> {
  const bar = progressBar('Importing', 1)
  const follow = await followLogs(client, { importId: [importId] }, (line) => printAbove(bar, logLine(line)))
  try {
    for (;;) {
      const { imp } = await client.call('GET /imports/job', { query: { pipelineId } })
      if (imp !== null && imp._id === importId && isEnded(imp.state)) {
        bar?.update(1)
        await sleep(300)
        return imp
      }
      if (imp !== null && imp._id !== importId && !isEnded(imp.state) && imp.scheduledAt > new Date().toISOString()) {
        throw new CommandProblem('Another import of this pipeline has taken its place')
      }
      await sleep(500)
    }
  } finally {
    follow.stop()
    bar?.stop()
  }
}

/** The country pipelines of a master, one after the other. */
async function waitForChain(client: Client, masterId: string, ids: readonly string[]): Promise<void> {
  const pipelines = await client.call('GET /pipelines')
  const master = pipelines.find((pipeline) => pipeline._id === masterId)
  const waiting = new Set(ids)
  const ended: Import[] = []
  const follow = await followLogs(client, { importId: [...ids] }, (line) => console.log(logLine(line)))
  try {
    while (waiting.size > 0) {
      for (const country of master?.countryPipelines ?? []) {
        const { imp } = await client.call('GET /imports/job', { query: { pipelineId: country._id } })
        if (imp !== null && waiting.has(imp._id) && isEnded(imp.state)) {
          waiting.delete(imp._id)
          ended.push(imp)
        }
      }
      if (waiting.size > 0) await sleep(700)
    }
    await sleep(300)
  } finally {
    follow.stop()
  }
  for (const imp of ended) printCounts(imp)
  const failed = ended.filter((imp) => imp.success !== true)
  if (failed.length > 0) {
    throw new CommandProblem(`Not completed: ${failed.map((imp) => `${imp.pipeline.name} ${imp.state}`).join(', ')}`)
  }
}

const countsText = (counts: RunCounts): string =>
  Object.entries(counts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ')

function printCounts(imp: Import): void {
  const left = leftOut(imp.counts)
  console.log(`${imp.pipeline.name}: ${imp.state}${left > 0 ? `, ${left} left out` : ''}`)
  for (const [name, counts] of Object.entries(imp.counts.sources))
    console.log(`  source ${name}: ${countsText(counts)}`)
  for (const [name, counts] of Object.entries(imp.counts.sinks)) console.log(`  sink ${name}: ${countsText(counts)}`)
}

function summarise(imp: Import): void {
  printCounts(imp)
  if (imp.success !== true) throw new CommandProblem(`The import ended ${imp.state}`)
}
