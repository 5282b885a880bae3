import type { Readable } from 'node:stream'
import { ApiError, codes, invalid, textWith, texts, uploadLimitBytes } from '@millrace/contract'
import { labelOf } from '../../platform/files/file-label.ts'
import { type FileStore, FileTooLargeError, type PendingFile } from '../../platform/files/file-store.ts'

/** A part of a multipart body, in the order of the body. A file's stream must be read before the next part comes. */
export type IncomingPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; fileName: string; stream: Readable }

export type ReceivedFile = { dataSubKind: string; fileName: string; pending: PendingFile }
export type Received = { pipelineId: string; files: ReceivedFile[] }

/**
 * Streams the parts of an upload to temporary files. As soon as `pipelineId` is known, `accept` may refuse a source,
 * so that a wrong request is not read to its end. On any fault all temporary files are removed again.
 * @throws ApiError 40000 'Missing field(s) : pipelineId', 'Unknown data source …' for a name given twice; 41300
 */
export async function receiveParts(
  store: FileStore,
  parts: AsyncIterable<IncomingPart>,
  accept: (pipelineId: string, file: { dataSubKind: string; fileName: string }) => Promise<void>,
): Promise<Received> {
  const files: ReceivedFile[] = []
  let pipelineId: string | null = null
  try {
    for await (const part of parts) {
      if (part.kind === 'field') {
        if (part.name !== 'pipelineId') continue
        if (part.value !== '') pipelineId = part.value
        continue
      }
      const file = { dataSubKind: part.name, fileName: labelOf(part.fileName) }
      if (part.fileName === '' && (await isEmpty(part.stream))) continue
      if (files.some((other) => other.dataSubKind === part.name)) throw invalid(textWith.unknownSource(part.name))
      if (pipelineId !== null) await accept(pipelineId, file)
      files.push({ ...file, pending: await receiveFile(store, part.stream) })
    }
    if (pipelineId === null) throw invalid(textWith.missingFields(['pipelineId']))
    for (const file of files) await accept(pipelineId, file)
    return { pipelineId, files }
  } catch (error) {
    await discardAll(files)
    throw error
  }
}

async function receiveFile(store: FileStore, stream: Readable): Promise<PendingFile> {
  try {
    return await store.receive(stream, uploadLimitBytes - 1)
  } catch (error) {
    if (error instanceof FileTooLargeError) throw new ApiError(codes.tooLarge, texts.fileTooLarge)
    throw error
  }
}

/** A form's empty file field sends a part without name and content: no file. */
async function isEmpty(stream: Readable): Promise<boolean> {
  for await (const chunk of stream) if ((chunk as Buffer).length > 0) throw invalid(texts.noValidData)
  return true
}

/** Removes temporary files; one that resists must not keep the others. */
export async function discardAll(files: readonly { pending: PendingFile }[]): Promise<void> {
  await Promise.allSettled(files.map((file) => file.pending.discard()))
}
