import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Upload } from '@millrace/contract'
import { statusPollMs } from '@millrace/contract/uploads/uploads.messages'
import { SingleBar } from 'cli-progress'
import type { Client } from './client.ts'
import { followLogs } from './follow.ts'
import { logLine, printAbove } from './print-lines.ts'
import type { SourceFile } from './source-arguments.ts'

/** Sends the files and waits until every one is judged; log lines are printed as they come. */
export async function uploadFiles(client: Client, pipelineId: string, files: readonly SourceFile[]): Promise<Upload[]> {
  const form = new FormData()
  form.set('pipelineId', pipelineId)
  for (const file of files) form.set(file.dataSubKind, await openAsBlob(file.file), file.name)
  console.log(`Uploading ${files.map((file) => file.name).join(', ')}`)
  const sent = await client.call('POST /uploads', { body: form })
  const ids = sent.map((upload) => upload._id)
  const bar = progressBar('Validating', sent.length)
  const follow = followLogs(client, { uploadId: ids }, (line) => printAbove(bar, logLine(line)))
  try {
    for (;;) {
      const now = await client.call('GET /uploads/status', { query: { ids: ids.join(',') } })
      const judged = now.filter((upload) => upload.status !== 'validating')
      bar?.update(judged.length)
      if (judged.length === now.length) {
        await follow.finish()
        return now
      }
      await sleep(statusPollMs / 2)
    }
  } finally {
    follow.stop()
    bar?.stop()
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
