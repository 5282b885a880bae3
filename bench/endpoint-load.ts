import { connect } from 'node:net'

/** What is sent to whom. */
export type Load = { port: number; path: string; headers: Record<string, string>; body: string }
/** `p99` in ms. */
export type Loaded = { perSecond: number; p99: number; failed: number }

const connections = 50
const lastsMs = 4000

process.on('message', (load: Load) => void run(load).then((done) => process.send?.(done)))

/** Each connection sends its next request when the one before is answered. Requests are written by hand: a client library would take longer than what is measured. */
async function run({ port, path, headers, body }: Load): Promise<Loaded> {
  const head = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const request = `POST ${path} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const times: number[] = []
  let failed = 0
  const end = performance.now() + lastsMs
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let sent = 0
      let text = ''
      const next = () => {
        sent = performance.now()
        socket.write(request)
      }
      socket.setNoDelay(true)
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        const split = text.indexOf('\r\n\r\n')
        if (split < 0) return
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
        if (text.length < split + 4 + length) return
        if (!text.startsWith('HTTP/1.1 200')) failed++
        text = ''
        const now = performance.now()
        times.push(now - sent)
        if (now < end) next()
        else {
          socket.end()
          resolve()
        }
      })
    })
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, one))
  const seconds = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0, failed }
}
