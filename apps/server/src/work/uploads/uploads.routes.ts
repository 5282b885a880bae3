import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { invalid, texts } from '@millrace/contract'
import { type CallHandlers, FileAnswer } from '../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import type { IncomingPart } from './incoming.ts'
import type { RecordPayloads } from './record-payload.ts'
import type { UploadRecordsService } from './upload-records.service.ts'
import type { UploadsService } from './uploads.service.ts'

/** More parts than a pipeline has sources; what comes after is a fault of the sender. */
const maxFiles = 100
const maxFields = 20

/** How the reader of forms words a body that is cut off or no form at all; the needle is a boundary that is too long. */
const brokenForm = /unexpected end of (?:multipart data|form|file)|^Malformed|Boundary|^The needle/i

type Services = { uploads: UploadsService; recordPayload: RecordPayloads; uploadRecords: UploadRecordsService }

export function uploadsRoutes({ uploads, recordPayload, uploadRecords }: Services): CallHandlers {
  return {
    'POST /uploads': async ({ caller, request, reply }) => {
      const limits = { files: maxFiles, fields: maxFields, fileSize: Number.POSITIVE_INFINITY, fieldSize: 1000 }
      try {
        return await uploads.send(caller, partsOf(request.parts({ limits })), disconnectSignal(reply))
      } catch (error) {
        if (error instanceof Error && brokenForm.test(error.message)) throw invalid(texts.noValidData)
        throw error
      } finally {
        // A refusal is answered at once; what the client still sends is read to nowhere, or it would not read the answer.
        request.raw.unpipe()
        request.raw.resume()
      }
    },
    'GET /uploads/status': ({ caller, query }) => uploads.status(caller, query.ids),
    'GET /uploads/last': ({ caller, query }) => uploads.last(caller, query.pipelineId, query.dataSubKind),
    'GET /uploads/last-all': ({ caller, query }) => uploads.lastAll(caller, query.pipelineId),
    'GET /uploads/import': ({ caller, query }) => uploads.ofImport(caller, query.importId),
    'GET /uploads/senders': ({ caller, query }) => uploads.senders(caller, query.ids),
    'POST /uploads/disable': ({ caller, body }) => uploads.disable(caller, body.uploadId),
    'POST /uploads/export': async ({ caller, body }) => {
      const file = await uploads.export(caller, body.uploadIds)
      return new FileAnswer({ name: file.fileName, type: file.contentType, content: file.stream, size: file.size })
    },
    'POST /uploads/rejected': async ({ caller, body }) => {
      const file = await uploads.rejected(caller, body.uploadId, body.format)
      return new FileAnswer({ name: file.fileName, type: file.contentType, content: file.stream })
    },
    'POST /uploads/table': async ({ caller, body, reply }) => {
      const file = await uploads.table(caller, body.uploadId, body.format, disconnectSignal(reply))
      return new FileAnswer({ name: file.fileName, type: file.contentType, content: file.stream })
    },
    'GET /uploads/findings': ({ caller, query }) => uploads.findings(caller, query.id, query),
    'GET /uploads/payload': ({ caller, query, reply }) => recordPayload(caller, query, disconnectSignal(reply)),
    'GET /uploads/record': ({ caller, query }) => uploads.record(caller, query.id, query.n),
    'GET /uploads/records': ({ caller, query, reply }) => uploadRecords.sample(caller, query, disconnectSignal(reply)),
  }
}

async function* partsOf(parts: AsyncIterable<MultipartFile | MultipartValue>): AsyncGenerator<IncomingPart> {
  for await (const part of parts) {
    if (part.type === 'file') yield { kind: 'file', name: part.fieldname, fileName: part.filename, stream: part.file }
    else yield { kind: 'field', name: part.fieldname, value: String(part.value) }
  }
}
