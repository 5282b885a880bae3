import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import type { ConvertService } from './convert.service.ts'
import type { RealTimeService } from './real-time.service.ts'

/** Calls for sources that are not files a person chose, and for files that are no source. */
export function fetchRoutes({
  realTime,
  convert,
}: {
  realTime: RealTimeService
  convert: ConvertService
}): CallHandlers {
  return {
    'POST /uploads/fetchRealTime': ({ caller, body, reply }) => realTime.fetch(caller, body, disconnectSignal(reply)),
    'POST /uploads/toJson': ({ caller, body, reply }) => convert.toJson(caller, body, disconnectSignal(reply)),
  }
}
