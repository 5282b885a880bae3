import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { HttpReply, HttpRequest, HttpTransport } from './http.types.ts'

export type Received = { headers: IncomingMessage['headers']; body: string; records: Record<string, unknown>[] }
/** What the receiver does with a batch it has read; `n` counts the requests from 1. */
export type Behaviour = (response: ServerResponse, got: Received, n: number) => void

/** A real HTTP server that keeps what it took. */
export async function startReceiver(behave: Behaviour = (response) => response.writeHead(204).end()) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => undefined)
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const got: Received = { headers: request.headers, body, records: JSON.parse(body) as Received['records'] }
      received.push(got)
      behave(response, got, received.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/records?to=shop`,
    host: `127.0.0.1:${port}`,
    received,
    keys: () => received.map(({ headers }) => headers['idempotency-key']),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A way out without a list of hosts, over plain sockets. */
export const openTransport: HttpTransport = {
  check: () => undefined,
  send: ({ url, method, headers, body, timeoutMs, signal }: HttpRequest) =>
    new Promise<HttpReply>((resolve, reject) => {
      const sending = httpRequest(
        url,
        { method, headers: { ...headers, 'content-length': body.length }, signal, timeout: timeoutMs, agent: false },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () => {
            const fields = Object.entries(answer.headers).map(([name, value]) => [
              name,
              [value ?? ''].flat().join(', '),
            ])
            resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(fields), body: Buffer.concat(parts) })
          })
        },
      )
      sending.on('timeout', () => sending.destroy(new Error(`no answer within ${timeoutMs} ms`)))
      sending.on('error', reject)
      sending.end(body)
    }),
}
