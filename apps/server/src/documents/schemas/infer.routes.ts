import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import type { InferService } from './infer.service.ts'

/** Schemas that are made of example files. */
export function inferRoutes({ infer }: { infer: InferService }): CallHandlers {
  return {
    'POST /schemas/generate': async ({ caller, body, reply }) =>
      (await infer.infer(caller, [body].flat(), disconnectSignal(reply))).jsonSchema,
    'POST /schemas/infer': ({ caller, body, reply }) => infer.infer(caller, body.examples, disconnectSignal(reply)),
  }
}
