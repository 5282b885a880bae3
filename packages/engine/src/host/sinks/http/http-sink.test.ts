import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { DataRecord } from '../../../formats/records/file.types.ts'
import { openHttpSink } from './http-sink.ts'
import type { HttpSinkOptions } from './http.types.ts'
import { type Behaviour, openTransport, startReceiver } from './receiver-for-test.ts'
import { toTargetText } from '../../../outputs/targets/target-text.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>
let receiver: Receiver | undefined
const logs: string[] = []
afterEach(async () => {
  logs.length = 0
  await receiver?.close()
  receiver = undefined
})

const record = (n: number, more: object = {}): DataRecord => ({ n, title: `Title ${n}`, ...more })
const records = (n: number) => Array.from({ length: n }, (_, i) => record(i + 1))
const status =
  (...codes: number[]): Behaviour =>
  (response, _got, n) =>
    response.writeHead(codes[Math.min(n, codes.length) - 1] ?? 200).end(`<p>answer\n ${n}</p>`)

async function sinkTo(behave?: Behaviour, more: Partial<HttpSinkOptions> = {}) {
  receiver = await startReceiver(behave)
  return openHttpSink({
    url: receiver.url,
    batchSize: 10,
    importId: 'import-1',
    sink: 'market',
    transport: openTransport,
    isCurrentAttempt: async () => true,
    signal: new AbortController().signal,
    log: (level, message) => logs.push(`${level}: ${message}`),
    retryPolicy: { firstPause: 10, wholeBatch: 5000, oneTry: 1000 },
    ...more,
  })
}

async function send(all: DataRecord[], behave?: Behaviour, more: Partial<HttpSinkOptions> = {}) {
  const sink = await sinkTo(behave, more)
  try {
    await pipeline([Buffer.from(toTargetText('json', all, []))], sink.write)
    return await sink.deliver()
  } finally {
    await sink.abort()
  }
}
const took = () => receiver?.received.flatMap((batch) => batch.records) ?? []

describe('HTTP sink', () => {
  it('posts lists of at most so many records, in order, with what tells them apart', async () => {
    expect(await send(records(25))).toEqual({ read: 25, rejected: 0, written: 25 })
    expect(receiver?.received.map((batch) => batch.records.length)).toEqual([10, 10, 5])
    expect(took()).toEqual(records(25))
    expect(receiver?.received[2]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'import-1-market-3',
      'x-millrace-import': 'import-1',
      'x-millrace-batch': '3/3',
    })
    expect(logs).toEqual(['info: market: 25 records sent in 3 batches'])
  })

  it('G3: the same import sends the same bytes under the same keys, however the records came', async () => {
    const odd = [record(1, { text: 'a\nb "quoted" ü 東京 😀', list: [1, null, { deep: '\n' }] }), ...records(30)]
    await send(odd)
    const first = receiver?.received.map(({ body, headers }) => [headers['idempotency-key'], body])
    await receiver?.close()
    const again = await sinkTo()
    const bytes = Buffer.from(toTargetText('json', odd, []))
    const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
    await pipeline(single, again.write)
    await again.deliver()
    expect(receiver?.received.map(({ body, headers }) => [headers['idempotency-key'], body])).toEqual(first)
    expect(took()).toEqual(odd)
  })

  it('sends nothing when there is nothing', async () => {
    expect(await send([])).toEqual({ read: 0, rejected: 0, written: 0 })
    expect(took()).toEqual([])
    expect(logs).toEqual(['info: market: 0 records sent in 0 batches'])
  })

  it('keeps a batch below 8 MiB, and a larger record by itself', async () => {
    const large = record(2, { text: 'x'.repeat(9 << 20) })
    await send([
      record(1),
      large,
      record(3),
      record(4, { text: 'y'.repeat(5 << 20) }),
      record(5, { text: 'z'.repeat(5 << 20) }),
    ])
    expect(receiver?.received.map((batch) => batch.records.map(({ n }) => n))).toEqual([[1], [2], [3, 4], [5]])
  })

  it.each([408, 425, 429, 500, 502, 503])('tries a batch again that was answered with %i', async (code) => {
    expect(await send(records(12), status(code, code, 201))).toMatchObject({ written: 12 })
    expect(receiver?.keys()).toEqual([
      'import-1-market-1',
      'import-1-market-1',
      'import-1-market-1',
      'import-1-market-2',
    ])
    expect(logs[0]).toBe(`warn: market: batch 1 is sent again in 1 s: it was answered with ${code}`)
  })

  it.each([400, 401, 404, 409, 413, 422])('gives up at once when the answer is %i', async (code) => {
    await expect(send(records(25), status(200, code))).rejects.toMatchObject({
      name: 'SinkError',
      code: 'data',
      message: `The sink 'market': batch 2 of 3 was not taken, the answer was ${code}: <p>answer 2</p>; the batch before it was taken`,
    })
    expect(receiver?.received).toHaveLength(2)
  })

  it('gives up after five tries, with longer and longer pauses', async () => {
    const times: number[] = []
    const behave: Behaviour = (response) => {
      times.push(Date.now())
      response.writeHead(503).end('x'.repeat(1000))
    }
    const retryPolicy = { firstPause: 40, wholeBatch: 60_000, oneTry: 1000 }
    await expect(send(records(5), behave, { retryPolicy })).rejects.toMatchObject({
      code: 'connection',
      message: `The sink 'market': batch 1 of 1 was not taken after 5 tries, the answer was 503: ${'x'.repeat(200)}`,
    })
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(pauses).toHaveLength(4)
    for (const [i, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(40 * 2 ** i - 5)
  })

  it('waits as long as the answer asks for, and not at all when that is too long', async () => {
    const after =
      (value: string): Behaviour =>
      (response, _got, n) =>
        response.writeHead(n === 1 ? 429 : 200, { 'retry-after': value }).end()
    const began = Date.now()
    await send(records(1), after('1'))
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000)
    await receiver?.close()
    const date = new Date(Date.now() + 3000).toUTCString()
    await send(records(1), after(date))
    expect(Date.now() - began).toBeGreaterThanOrEqual(2900)
    await receiver?.close()
    await expect(send(records(1), after('3600'))).rejects.toThrow('batch 1 of 1 was not taken, the answer was 429')
  })

  it('sends headers of its own with each batch, beneath those of the product, and repeats none in a complaint', async () => {
    const headers = { 'X-Key': 'key-7391', 'Content-Type': 'text/plain', 'idempotency-key': 'mine' }
    await send(records(2), undefined, { headers })
    expect(receiver?.received[0]?.headers).toMatchObject({
      'x-key': 'key-7391',
      'content-type': 'application/json',
      'idempotency-key': 'import-1-market-1',
    })
    await receiver?.close()
    const answer: Behaviour = (response, { headers: got }) => response.writeHead(403).end(`wrong key: ${got['x-key']}`)
    await expect(send(records(1), answer, { headers })).rejects.toThrow('the answer was 403: wrong key: ***')
  })

  it('is not opened with a header that cannot be sent', async () => {
    const check = (_: string, headers = {}) => {
      if ('host' in headers) throw new Error("The header 'host' cannot be set")
    }
    const opening = sinkTo(undefined, { headers: { host: 'x' }, transport: { ...openTransport, check } })
    await expect(opening).rejects.toThrow("The sink 'market' cannot be sent: The header 'host' cannot be set")
  })

  it('does not take a redirect for an answer', async () => {
    const moved: Behaviour = (response) => response.writeHead(302, { location: 'https://else.example/' }).end()
    await expect(send(records(1), moved)).rejects.toThrow(
      'batch 1 of 1 was not taken, the answer was 302, which names another address (else.example)',
    )
  })

  it('tries again after a receiver that hangs, breaks off, or was not there', async () => {
    const behave: Behaviour = (response, _got, n) => {
      if (n === 1) return
      if (n === 2) response.destroy()
      else if (n === 3) response.writeHead(200, { 'content-length': 100 }).write('half')
      else response.writeHead(200).end()
      if (n === 3) setTimeout(() => response.destroy(), 20)
    }
    const retryPolicy = { firstPause: 10, wholeBatch: 20_000, oneTry: 300 }
    expect(await send(records(3), behave, { retryPolicy })).toMatchObject({ written: 3 })
    expect(receiver?.keys()).toEqual(Array.from({ length: 4 }, () => 'import-1-market-1'))
    const nobody = send(records(3), undefined, { url: 'http://127.0.0.1:1/', retryPolicy: { firstPause: 1 } })
    await expect(nobody).rejects.toMatchObject({
      code: 'connection',
      message: expect.stringMatching(/^The sink 'market': batch 1 of 1 cannot be sent after 5 tries: .*ECONNREFUSED/),
    })
  })

  it('G5: a stale worker sends no further batch, not even a second try', async () => {
    let ours = true
    const behave: Behaviour = (response, _got, n) => {
      ours = n < 2
      response.writeHead(n < 2 ? 200 : 503).end()
    }
    await expect(send(records(40), behave, { isCurrentAttempt: async () => ours })).rejects.toMatchObject({
      code: 'stale',
    })
    expect(receiver?.received).toHaveLength(2)
  })

  // Once more where the machine stood still: a bound of seconds says nothing then.
  it.each([
    ['while an answer is waited for', undefined],
    ['in a pause', 503],
  ])('stops within a second %s', { retry: 2 }, async (_when, code) => {
    const stop = new AbortController()
    let stoppedAt = 0
    const behave: Behaviour = (response) => {
      if (code !== undefined) response.writeHead(code).end()
      setTimeout(() => {
        stoppedAt = Date.now()
        stop.abort()
      }, 50)
    }
    const retryPolicy = { firstPause: 60_000, wholeBatch: 120_000, oneTry: 60_000 }
    await expect(send(records(1), behave, { signal: stop.signal, retryPolicy })).rejects.toMatchObject({
      code: 'stale',
    })
    expect(Date.now() - stoppedAt).toBeLessThan(1000)
  })

  it('refuses an address that may not be called, before anything is written', async () => {
    const transport = {
      ...openTransport,
      check: () => {
        throw new Error('The host shop.example is not allowed')
      },
    }
    await expect(sinkTo(undefined, { transport })).rejects.toMatchObject({
      code: 'target',
      message: "The sink 'market' cannot be sent: The host shop.example is not allowed",
    })
  })

  it('leaves nothing on disk, and can be given up at any moment', async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('millrace-batches-'))
    const before = left()
    const sink = await sinkTo()
    expect(left()).toEqual(before)
    sink.write.write(Buffer.from('{"n":1}\n{"n"'))
    await sink.abort()
    await sink.abort()
    expect(took()).toEqual([])
  })

  it('says how far it is', async () => {
    await send(records(30), undefined, { retryPolicy: { progress: 0 } })
    expect(logs).toContain('info: market: 2 of 3 batches are sent')
  })
})
