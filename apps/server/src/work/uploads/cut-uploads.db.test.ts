import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { apiRoot } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../platform/telemetry/log.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser } from '../../test-support/factories.ts'
import { until } from '../imports/imports.fixtures.ts'

let app: TestApp
let token: string
let logged = ''
beforeAll(async () => {
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  app = await startTestApp({ worker: false, log: createLog('info', lines) })
  token = await app.tokenOf(await makeUser(app.db, { role: 'manager' }))
})
afterAll(() => app.close())

async function begin(path: string, type: string, body: string): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  const head = `POST ${apiRoot}${path} HTTP/1.1\r\nHost: x\r\nX-Token: ${token}\r\nContent-Type: ${type}\r\nContent-Length: 5000000`
  await new Promise((written) => socket.write(`${head}\r\n\r\n${body}`, written))
  return socket
}

const part = '--x\r\nContent-Disposition: form-data; name="rows"; filename="a.csv"\r\n\r\n'
it.each([
  ['in the head of a part', '/uploads', 'multipart/form-data; boundary=x', '--x\r\nContent-Dis'],
  ['in a file', '/uploads', 'multipart/form-data; boundary=x', `${part}${'key,name\n'.repeat(20_000)}`],
  ['between two parts', '/uploads', 'multipart/form-data; boundary=x', `${part}key\r\n--x\r\n`],
  ['in a message', '/components/x/execute', 'application/json', '{"payload":'],
])('a request that is cut %s is told in one line without a stack, and as no fault', async (_, path, type, body) => {
  logged = ''
  const socket = await begin(path, type, body)
  await new Promise((resolve) => setTimeout(resolve, 200))
  socket.destroy()
  await until('the end of the request is told', async () => logged.includes('the client went away'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(logged).not.toContain('"stack"')
  expect(logged.split('\n').filter((line) => /"level":(?:"(?:error|warn)"|[45]0)/.test(line))).toEqual([])
})
