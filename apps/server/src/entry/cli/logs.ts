import type { Import, Log } from '@millrace/contract'
import { choosePipeline } from './choose-pipeline.ts'
import type { Client } from './client.ts'
import { followImports, followLogs } from './follow.ts'
import { printLog } from './print-lines.ts'
import { formatLocalTime } from './print-table.ts'
import { CommandError } from './command-error.ts'
import { waitUntilValidated } from './upload-files.ts'
import { printError, printJson } from './print.ts'

export type LogsOptions = { pipeline?: string; upload?: string; follow: boolean; json: boolean }

/** Lines of one answer. */
const pageLines = 5000

/**
 * Prints the lines of an import or upload; with `follow` to its end, over lost connections too.
 * @throws CommandError when what is followed did not succeed
 */
export async function printLogs(client: Client, importId: string | undefined, options: LogsOptions): Promise<void> {
  const named = [importId, options.pipeline, options.upload].filter((name) => name !== undefined)
  if (named.length !== 1) throw new CommandError('Name one of: the id of an import, --pipeline, --upload')
  const print = (line: Log): void => (options.json ? printJson(line) : printLog(line))
  if (options.upload !== undefined) return uploadLogs(client, options.upload, options.follow, print)
  const id = importId ?? (await lastImport(client, options.pipeline ?? ''))
  if (!options.follow) {
    await printAll((after) => client.call('GET /logs/jobs', { query: { id, ...after } }), print)
    return
  }
  const [imp] = await followImports(client, [id], print)
  requireSuccess(imp)
}

/** The running import of the pipeline, else the planned one, else the last. */
async function lastImport(client: Client, wanted: string): Promise<string> {
  const pipeline = choosePipeline(await client.call('GET /pipelines'), wanted)
  const { imp, job } = await client.call('GET /imports/job', { query: { pipelineId: pipeline._id } })
  if (imp === null) throw new CommandError(`${pipeline.name} was never imported`)
  // Its log is empty until then, and who follows it would wait without knowing what for.
  if (imp.state === 'pending' && Date.parse(imp.scheduledAt) > Date.now()) {
    const zone = job?.timeZone ?? 'UTC'
    const at = `${formatLocalTime(imp.scheduledAt, zone)} (${zone})`
    printError(`${pipeline.name} is planned for ${at}, its log begins then. For an earlier import give its id.`)
  }
  return imp._id
}

async function uploadLogs(client: Client, id: string, follow: boolean, print: (line: Log) => void): Promise<void> {
  if (!follow) {
    await printAll((after) => client.call('GET /logs/uploads', { query: { ids: id, ...after } }), print)
    return
  }
  const following = followLogs(client, { uploadId: [id] }, print)
  try {
    const [upload] = await Promise.race([waitUntilValidated(client, [id]), following.failed])
    await following.finish()
    if (upload?.status !== 'valid') {
      throw new CommandError(`${upload?.originalFilename ?? id} did not pass validation`)
    }
  } finally {
    following.stop()
  }
}

/** Page by page, so that a log of any length is printed. */
async function printAll(
  page: (after: { after: string; limit: string }) => Promise<Log[]>,
  print: (line: Log) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const lines = await page({ after: String(after), limit: String(pageLines) })
    for (const line of lines) print(line)
    if (lines.length < pageLines) return
    after = lines.at(-1)?.seq ?? after
  }
}

function requireSuccess(imp: Import | undefined): void {
  if (imp?.success === true) return
  throw new CommandError(`Not completed: ${imp?.pipeline.name} ${imp?.state}${imp?.problem ? `: ${imp.problem}` : ''}`)
}
