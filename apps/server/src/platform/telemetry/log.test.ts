import { Writable } from 'node:stream'
import pretty from 'pino-pretty'
import { expect, it, vi } from 'vitest'
import { createLog, plainParts } from './log.ts'

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

const hostile = 'x\u001b[2J\u009b31m\r\n{"level":50}\u202e'

it('S10 writes nothing that a terminal obeys, and the same values', () => {
  const written: string[] = []
  const log = createLog('info', { write: (line: string) => void written.push(line) })
  log.info({ name: hostile, ['k\u009b']: [hostile] }, hostile)
  expect(written).toHaveLength(1)
  expect(written[0]?.replace(/\n$/, '')).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ name: hostile, 'k\u009b': [hostile], msg: hostile })
})

it('S10 hands readable lines nothing to obey either', async () => {
  const made = plainParts(
    `${JSON.stringify({ level: 50, msg: hostile, err: { stack: `Error: ${hostile}\n    at x` } })}\n`,
  )
  const shown = pretty.prettyFactory({ colorize: false, singleLine: true })(made)
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(shown).toContain('x\\u001b[2J\\u009b31m\\r\\n{"level":50}\\u202e')
  for (const line of shown.trimEnd().split('\n').slice(1)) expect(line).toMatch(/^ /)
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

it('G6 tells faults of a database that is away once a second, with the number left out, and everything else at once', () => {
  vi.useFakeTimers()
  try {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' })
    const wrong = Object.assign(new Error('column "x" does not exist'), { code: '42703' })
    const told = lines((log) => {
      for (let n = 0; n < 30; n++) {
        log.error({ err: refused }, 'a call failed')
        log.child({ reqId: n }).error({ err: { ...refused, message: refused.message } }, 'a call failed')
        vi.advanceTimersByTime(100)
      }
      log.error({ err: wrong }, 'a call failed')
      log.info('still here')
    })
    expect(told.map(({ msg, leftOut, err }) => [msg, leftOut, (err as { code: string } | undefined)?.code])).toEqual([
      ['a call failed', undefined, 'ECONNREFUSED'],
      ['a call failed', 19, 'ECONNREFUSED'],
      ['a call failed', 19, 'ECONNREFUSED'],
      ['a call failed', undefined, '42703'],
      ['still here', undefined, undefined],
    ])
  } finally {
    vi.useRealTimers()
  }
})
