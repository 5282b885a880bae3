import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import type { FromFile } from './from-file.service.ts'
import type { SinkChecks } from './sink-check.service.ts'
import type { SourcePreviews } from './source-preview.service.ts'

type Services = { sourcePreviews: SourcePreviews; sinkChecks: SinkChecks; fromFile: FromFile }

/** Calls for who sets a pipeline up with real files and targets. */
export function setupRoutes({ sourcePreviews, sinkChecks, fromFile }: Services): CallHandlers {
  return {
    'POST /pipelines/preview-source': ({ caller, body, reply }) =>
      sourcePreviews.ofFile(caller, body, disconnectSignal(reply)),
    'POST /pipelines/try-source': ({ caller, body, reply }) =>
      sourcePreviews.ofFetch(caller, body, disconnectSignal(reply)),
    'POST /pipelines/check-sink': ({ caller, body }) => sinkChecks.check(caller, body),
    'POST /pipelines/look-at-file': ({ caller, body, reply }) => fromFile.look(caller, body, disconnectSignal(reply)),
    'POST /pipelines/from-file': ({ caller, body, reply }) => fromFile.make(caller, body, disconnectSignal(reply)),
  }
}
