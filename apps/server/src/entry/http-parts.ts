import type { AddressInfo } from 'node:net'
import { toStartError } from '../platform/http/listen.ts'
import type { Aside, createHttpServer } from '../platform/http/server.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'

export type HttpParts = { metrics: Metrics; aside: Aside | undefined }
type HttpServer = Awaited<ReturnType<typeof createHttpServer>>

/** At a stop, calls that take longer are cut off: what is not answered was not accepted. */
const maxAnswerMs = 5000

/** @throws StartError */
export const listenOn =
  (http: HttpServer) =>
  async (host: string, port: number): Promise<number> => {
    await http.listen({ host, port }).catch((error: unknown) => {
      throw toStartError(error, host, port)
    })
    return (http.server.address() as AddressInfo).port
  }

export async function closeServer(http: HttpServer, graceMs: number): Promise<void> {
  const late = setTimeout(() => http.server.closeAllConnections(), Math.min(graceMs, maxAnswerMs))
  await http.close()
  clearTimeout(late)
}
