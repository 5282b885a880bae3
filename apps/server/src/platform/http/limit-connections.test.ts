import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limitConnections } from './limit-connections.ts'

const server = createServer((_request, response) => response.end('ok'))
const sockets: Socket[] = []
beforeAll(async () => {
  limitConnections(server, 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** Whether a request on a connection of its own, which stays open, is answered. */
async function isAnswered(from: string): Promise<boolean> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
}

it('so many connections of one address are open; another has its own, and a closed one makes room', async () => {
  const three = [await isAnswered('127.0.0.1'), await isAnswered('127.0.0.1'), await isAnswered('127.0.0.1')]
  expect(three).toEqual([true, true, true])
  expect(await isAnswered('127.0.0.1')).toBe(false)
  expect(await isAnswered('127.0.0.2')).toBe(true)
  sockets[0]?.destroy()
  await expect.poll(() => isAnswered('127.0.0.1')).toBe(true)
})
