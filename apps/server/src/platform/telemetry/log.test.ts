import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function lines(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const written: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString())
      done()
    },
  })
  write(createLog('info', destination))
  return written.map((line) => JSON.parse(line) as Record<string, unknown>)
}

it('writes one JSON line each, with a time that people read', () => {
  const [line] = lines((log) => log.info({ call: 'GET /users/info', code: 20000 }, 'call'))
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    call: 'GET /users/info',
    code: 20000,
    msg: 'call',
  })
})

it('hides secrets wherever they hang', () => {
  const secret = 'this is secret'
  const text = JSON.stringify(
    lines((log) => {
      log.info({
        password: secret,
        body: { refreshToken: secret },
        request: { headers: { 'x-token': secret, cookie: secret } },
      })
      log.info({ data: { token: secret }, connection: { cnxString: secret }, one: { two: { three: { secret } } } })
    }),
  )
  expect(text).toContain('[hidden]')
  expect(text).not.toContain(secret)
})

it('tells a fault with its code and stack, without the connection it came over', () => {
  const fault = Object.assign(new Error('gone'), { code: '57P01', client: { host: 'somewhere' } })
  const [line] = lines((log) => log.error({ err: fault }, 'a call failed'))
  expect(line?.err).toMatchObject({ message: 'gone', code: '57P01', stack: expect.stringContaining('log.test.ts') })
  expect(JSON.stringify(line)).not.toContain('somewhere')
})
