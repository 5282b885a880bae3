import type { FindingGroup, Upload } from '@millrace/contract'
import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import { choosePipeline } from './choose-pipeline.ts'
import type { Client } from './client.ts'
import { CommandError } from './command-error.ts'
import { readSourceArguments } from './source-arguments.ts'
import { showValidations, sendFiles } from './upload-files.ts'
import { print as printLine, printJson } from './print.ts'

export type UploadOptions = { pipeline: string; source: string[]; fetch: string[]; wait: boolean; json: boolean }

/** Causes that are printed for a file. */
const shownGroups = 20

/**
 * Sends files, and has real-time sources fetched, without importing them.
 * @throws CommandError with `wait` when one of them is not valid
 */
export async function uploadCommand(client: Client, options: UploadOptions): Promise<void> {
  const pipeline = choosePipeline(await client.call('GET /pipelines'), options.pipeline)
  const files = readSourceArguments(pipeline, options.source)
  if (files.length + options.fetch.length === 0)
    throw new CommandError('Give a file with --source, or --fetch a source')
  const print = (text: string): void => void (options.json || printLine(text))
  const sent: Upload[] = []
  if (files.length > 0) {
    print(`Uploading ${files.map((file) => file.name).join(', ')}`)
    sent.push(...(await sendFiles(client, pipeline._id, files)))
  }
  if (options.fetch.length > 0) {
    print(`Fetching ${options.fetch.join(', ')}`)
    const body = { pipeline: pipeline._id, dataSubKinds: options.fetch }
    sent.push(...(await client.call('POST /uploads/fetchRealTime', { body })))
  }
  const uploads = options.wait ? await showValidations(client, sent, !options.json) : sent
  if (options.json) printJson(uploads, 2)
  else for (const upload of uploads) await printUpload(client, upload)
  const bad = options.wait ? uploads.filter((upload) => upload.status !== 'valid') : []
  if (bad.length > 0) {
    throw new CommandError(
      `Not valid: ${bad.map((upload) => upload.originalFilename ?? upload.dataSubKind).join(', ')}`,
    )
  }
}

async function printUpload(client: Client, upload: Upload): Promise<void> {
  const { counts } = upload
  const records =
    counts === null ? '' : `, ${counts.records} records: ${counts.valid} valid, ${counts.rejected} rejected`
  const name = upload.originalFilename ?? upload.dataSubKind
  printLine(`${name} (${upload.dataSubKind}): ${upload.status}${records}, upload ${upload._id}`)
  if ((counts?.rejected ?? 0) === 0) return
  const query = { id: upload._id, pageNumber: '1', nbItemsPerPage: '1' }
  const { groups } = await client.call('GET /uploads/findings', { query })
  for (const group of groups.slice(0, shownGroups)) printLine(`  ${groupText(group, upload.detected?.sheet)}`)
  if (groups.length > shownGroups) printLine(`  and ${groups.length - shownGroups} other causes`)
}

const groupText = ({ count, message, first }: FindingGroup, sheet: string | undefined): string => {
  const { row = null, line = null } = first[0] ?? {}
  const place = recordPlace({ row, line: sheet === undefined ? null : line }, sheet)
  return `${count} × ${message}${row === null ? '' : `, first in ${place}`}`
}
