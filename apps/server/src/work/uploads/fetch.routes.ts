import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import { untilGone } from '../../platform/http/until-gone.ts'
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
    'POST /uploads/fetchRealTime': ({ caller, body, reply }) => realTime.fetch(caller, body, untilGone(reply)),
    'POST /uploads/toJson': ({ body, reply }) => convert.toJson(body, untilGone(reply)),
  }
}
