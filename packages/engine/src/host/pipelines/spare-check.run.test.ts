import {
  closeSync,
  createWriteStream,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Finding } from '@millrace/contract'
import { spareForChecks } from '../processes/spare-kinds.ts'
import { SpareRunner } from '../processes/spare-runner.ts'
import { validateFile, type ValidateRequest } from './validate-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'spare-check-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let spare: SpareRunner
const descriptors: number[] = []
beforeEach(() => {
  spare = new SpareRunner(spareForChecks(), { pauseMs: 0, longestPauseMs: 600_000, pauseAfterDeathMs: 0 })
  spare.start()
})
afterEach(async () => {
  await spare.stop()
  expect(openOutputs()).toEqual([])
  for (const fd of descriptors.splice(0)) closeSync(fd)
})

/** Files of runners that waited, which this process still has open. */
function openOutputs(): string[] {
  if (process.platform !== 'linux') return []
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      // The one by which the folder was listed.
      return ''
    }
  })
  return links.filter((link) => link.endsWith(' (deleted)') && link.includes('/spare-'))
}

let files = 0
type More = Partial<ValidateRequest> & { fd?: number; signal?: AbortSignal; keepsRejected?: boolean }

/** Checks a file, by the runner that waits if there is one, and tells all that came out. */
async function check(content: string, taken: SpareRunner | null, more: More = {}) {
  const [source, rejected, accepted] = ['source', 'rejected', 'accepted'].map((name) => path.join(folder, name + files))
  if (source === undefined || rejected === undefined || accepted === undefined) throw new Error('three names')
  files++
  writeFileSync(source, content)
  const { fd = openSync(accepted, 'w'), signal = new AbortController().signal, keepsRejected = true, ...rest } = more
  descriptors.push(fd)
  const lines: string[] = []
  const findings: Finding[] = []
  const outcome = await validateFile(
    {
      file: { path: source, size: content.length, name: 'prices.csv', contentType: 'csv', format: {} },
      rowSchema: {
        type: 'object',
        properties: { sku: { type: 'string', minLength: 1 }, price: { type: 'number', minimum: 0 } },
      },
      schemas: {},
      tolerance: 1,
      datasetBase: 'base',
      ...rest,
    },
    {
      signal,
      log: (level, message) => void lines.push(`${level}: ${message}`),
      findings: (batch) => void findings.push(...batch),
      openDataset: async () => ({ fd }),
      ...(keepsRejected && { openRejected: async () => createWriteStream(rejected) }),
    },
    taken,
  )
  const text = (file: string) => (outcome.dataset === null ? '' : readFileSync(file, 'base64'))
  return {
    ...outcome,
    peakMiB: 0,
    lines,
    findings,
    accepted: text(accepted),
    rejectedRecords: keepsRejected && outcome.rejected !== null ? readFileSync(rejected, 'utf8') : '',
  }
}

const rows = (count: number) =>
  `sku;price\n${Array.from({ length: count }, (_, n) => `S-${n};${n % 700 === 3 ? -n : n},50\n`).join('')}`
const next = (than: number | undefined) =>
  vi.waitUntil(() => spare.pid !== undefined && spare.pid !== than && spare.pid, { timeout: 20_000 })

it('UPL-019/engine a check that takes the waiting runner comes out as in one of its own, to the byte', async () => {
  for (const content of [rows(3000), 'sku;price\nA;1\n', 'sku;price\n', '', '"a']) {
    const waiting = await next(undefined)
    const alone = await check(content, null)
    expect(spare.pid).toBe(waiting)
    expect(await check(content, spare), content.slice(0, 20)).toEqual(alone)
    // It was taken: its end makes room for the next.
    await next(waiting as number)
  }
  const { counts, accepted, rejectedRecords } = await check(rows(3000), spare)
  expect(counts).toEqual({ records: 3000, valid: 2995, rejected: 5 })
  expect(accepted.length).toBeGreaterThan(10_000)
  expect(rejectedRecords.trim().split('\n').length).toBeGreaterThan(5)
})

it('UPL-019/engine a check without rejected records to be kept has no pipe, and finds the same', async () => {
  const waiting = spare.pid
  const alone = await check(rows(1500), null, { keepsRejected: false })
  expect(await check(rows(1500), spare, { keepsRejected: false })).toEqual(alone)
  await next(waiting)
})

it('accepted records that cannot be put where they go are told, and the check itself holds', async () => {
  const waiting = spare.pid
  const file = path.join(folder, 'to-read')
  writeFileSync(file, '')
  const { status, dataset, lines } = await check(rows(300), spare, { fd: openSync(file, 'r') })
  expect([status, dataset]).toEqual(['valid', null])
  expect(lines.join('\n')).toMatch(
    /warn: The accepted records could not be kept, an import checks the file again: EBADF/,
  )
  await next(waiting)
})

it('a check whose waiting runner has died, or that has other limits, starts one of its own', async () => {
  const waiting = spare.pid
  expect(await check(rows(300), spare, { limits: { parserMiB: 300 } })).toMatchObject({ status: 'valid' })
  expect(spare.pid).toBe(waiting)
  process.kill(waiting as number, 'SIGKILL')
  expect(await check(rows(300), spare)).toMatchObject({ status: 'valid', counts: { records: 300 } })
})

it('a runner that was waiting is held to the limits of its check, and is gone when that is stopped', async () => {
  const first = spare.pid
  const endless = {
    rowSchema: { type: 'object', properties: { sku: { type: 'string', pattern: '^((a|b)\\2*)+c$' } } } as const,
    limits: { stallMs: 900 },
  }
  const evil = `sku\n${'ab'.repeat(40)}\n`
  const alone = await check(evil, null, endless)
  expect(await check(evil, spare, endless)).toEqual(alone)
  const second = await next(first)
  const stop = new AbortController()
  const stopped = check(rows(200_000), spare, { signal: stop.signal })
  await vi.waitUntil(() => spare.pid !== second, { timeout: 20_000 })
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ kind: 'aborted' })
  await next(second as number)
})
