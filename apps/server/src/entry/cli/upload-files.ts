import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Upload } from '@millrace/contract'
import { statusPollMs } from '@millrace/contract/uploads/last-uploads.rule'
import { SingleBar } from 'cli-progress'
import type { Client } from './client.ts'
import { followLogs } from './follow.ts'
import { printLog } from './print-lines.ts'
import type { SourceFile } from './source-arguments.ts'
import { print } from './print.ts'

/** Sends the files and waits until every one is judged; log lines are printed as they come. */
export async function uploadFiles(client: Client, pipelineId: string, files: readonly SourceFile[]): Promise<Upload[]> {
  print(`Uploading ${files.map((file) => file.name).join(', ')}`)
  return showValidations(client, await sendFiles(client, pipelineId, files), true)
}

export async function sendFiles(client: Client, pipelineId: string, files: readonly SourceFile[]): Promise<Upload[]> {
  const form = new FormData()
  form.set('pipelineId', pipelineId)
  for (const file of files) form.set(file.dataSubKind, await openAsBlob(file.file), file.name)
  return client.call('POST /uploads', { body: form })
}

/** Waits until every upload is judged, with `lines` printing their log lines as they come. */
export async function showValidations(client: Client, sent: readonly Upload[], lines: boolean): Promise<Upload[]> {
  const ids = sent.map((upload) => upload._id)
  if (!lines) return waitUntilValidated(client, ids)
  const bar = progressBar('Validating', sent.length)
  const follow = followLogs(client, { uploadId: ids }, (line) => printLog(line, bar))
  try {
    const judged = await waitUntilValidated(client, ids, (count) => bar?.update(count))
    await follow.finish()
    return judged
  } finally {
    follow.stop()
    bar?.stop()
  }
}

/** Asks until none is validating any more. */
export async function waitUntilValidated(
  client: Client,
  ids: readonly string[],
  onCount: (judged: number) => void = () => {},
): Promise<Upload[]> {
  for (;;) {
    const now = await client.call('GET /uploads/status', { query: { ids: ids.join(',') } })
    const judged = now.filter((upload) => upload.status !== 'validating')
    onCount(judged.length)
    if (judged.length === now.length) return now
    await sleep(statusPollMs / 2)
  }
}

/** A bar on standard error, and none when that is not a terminal. */
export function progressBar(title: string, total: number): SingleBar | null {
  if (!process.stderr.isTTY) return null
  const bar = new SingleBar({
    format: `${title} {bar} {value} of {total}  {duration_formatted}`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  })
  bar.start(total, 0)
  return bar
}
