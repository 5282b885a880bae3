import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { cutSlowRequests, markSession } from './slow-requests.ts'

const limits = { checkMs: 10, withoutSessionMs: 200, windowMs: 300, minBytes: 50 }
const open: (Socket | Server)[] = []
afterEach(() => {
  for (const one of open.splice(0)) {
    if (one instanceof Socket) one.destroy()
    else one.close()
  }
})

/** A request that announces a body and sends a part of it every 20 ms; settles when the server cuts it or has it all. */
async function send(
  handle: (request: IncomingMessage) => void,
  bytesEach: number,
  total = 100_000,
): Promise<'cut' | 'whole'> {
  const server = createServer((request, response) => {
    handle(request)
    request.resume().on('end', () => response.end())
    request.on('error', () => undefined)
  })
  cutSlowRequests(server, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  open.push(socket, server)
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${total}\r\n\r\n`)
  let left = total
  const timer = setInterval(() => {
    const size = Math.min(bytesEach, left)
    left -= size
    if (size > 0) socket.write('x'.repeat(size))
  }, 20)
  socket.on('error', () => undefined)
  // A cut may come as a reset, which `once` of events would reject with.
  const end = await new Promise<'cut' | 'whole'>((resolve) => {
    socket.once('close', () => resolve('cut'))
    socket.once('data', () => resolve('whole'))
  })
  clearInterval(timer)
  return end
}

describe('a body that is sent slowly', () => {
  it('is cut without a session after its time, however it trickles', async () => {
    expect(await send(() => undefined, 1)).toBe('cut')
  })
  it('is cut with a session where too little comes in a while', async () => {
    expect(await send(markSession, 1)).toBe('cut')
  })
  it('is taken with a session where enough comes, though it takes longer than one without may', async () => {
    expect(await send(markSession, 100, 2500)).toBe('whole')
  })
  it('is not held against the sender while the server does not read', async () => {
    const pause = (request: IncomingMessage) => {
      markSession(request)
      setImmediate(() => request.pause())
      setTimeout(() => request.resume(), 800)
    }
    expect(await send(pause, 60_000, 100_000)).toBe('whole')
  })
  it('is not held against a sender whose session is still being looked up', async () => {
    const lookUp = (request: IncomingMessage) => {
      setImmediate(() => request.pause())
      setTimeout(() => request.resume(), 800)
    }
    expect(await send(lookUp, 60_000, 1_000_000)).toBe('whole')
  })
  it.each([
    ['with', markSession],
    ['without', () => undefined],
  ])('is not held against a sender %s a session while this process does nothing', async (_, mark) => {
    const stall = (request: IncomingMessage) => {
      mark(request)
      setTimeout(() => {
        const end = performance.now() + 500
        while (performance.now() < end);
      }, 15)
    }
    expect(await send(stall, 60_000, 200_000)).toBe('whole')
  })
})
