import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { ProgramModule } from '../../components/program.ts'
import { executeComponent } from '../pipelines/execute-component.ts'
import { constants, FolderHost, sink, source } from '../pipelines/import-for-test.ts'
import { runImport } from '../pipelines/run-import.ts'
import {
  endlessCases,
  escapingCases,
  growingCases,
  type HostileCase,
  neighbourPauseMs,
  oddCases,
  wrapperCases,
} from './hostile-for-test.ts'
import {
  contextCases,
  floodCases,
  leftoverCases,
  reachCases,
  remoteReachCases,
  trickCases,
} from './hostile-reach-for-test.ts'
import {
  boundMs,
  type Entry,
  file,
  type Flags,
  folder,
  gathering,
  hostileRow,
  imported,
  inEndpoint,
  inForEach,
  inLink,
  inLinkOfImport,
  inTestRun,
  limitsOf,
  long,
  recordWise,
  rowCount,
  signal,
  streaming,
} from './entry-points-for-test.ts'
import { linkCases, moduleCases, requestCases } from './hostile-world-for-test.ts'

const classes: [string, readonly HostileCase[]][] = [
  ['endless', endlessCases],
  ['growing', growingCases],
  ['escaping', escapingCases],
  ['odd', oddCases],
  ['closing the function', wrapperCases],
  ['reaching', reachCases],
  ['tricks', trickCases],
  ['floods', floodCases],
  ['the context', contextCases],
  ['leftovers', leftoverCases],
]
const remote: [string, readonly HostileCase[]][] = [
  ['requests', requestCases],
  ['answers', remoteReachCases],
]
/** Some of every class, for the other ways in. */
const some = (list: readonly HostileCase[]): HostileCase[] => {
  const step = Math.max(1, Math.ceil(list.length / 3))
  return list.filter((_, index) => index % step === 0)
}

/** Runs one case; a value that is no record ends an import in an error. */
async function expectEnd(entry: Entry, { name, code, ends }: HostileCase, flags: Flags): Promise<void> {
  const started = performance.now()
  const said = await entry.run(code, limitsOf(ends), flags)
  const allowed: string[] = [...ends]
  // Another way in, another shape of result.
  if (ends.includes('value') || /is not a list/.test(said.text)) allowed.push('error')
  // Nobody hears what an endpoint logs, so nothing is made of it.
  if (entry === inEndpoint && code.includes('ctx.log')) allowed.push('value')
  expect(allowed, `${name}: ${said.text.slice(0, 300)}`).toContain(said.how)
  expect(performance.now() - started).toBeLessThan(boundMs)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

let beside: Promise<void>
let over = false
let neighbours = 0

async function neighbour(): Promise<void> {
  const host = new FolderHost()
  const program = await compiled(forEachRecord('ctx.output.row = { n: ctx.input.row.n * 2 }'))
  const sources = [source('rows', file)]
  const outcome = await runImport({ ...constants, program, sources, sinks: [sink('rows')], limits: long }, host)
  expect(outcome).toMatchObject({ ok: true, problem: null })
  expect(host.records('rows')).toEqual(Array.from({ length: rowCount }, (_, index) => ({ n: 2 * index + 2 })))
  host.remove()
}

describe('S1: hostile component code is contained at every way in', () => {
  beforeAll(() => {
    beside = (async () => {
      while (!over) {
        await neighbour()
        neighbours++
        await sleep(neighbourPauseMs)
      }
    })()
    // Its failure is told at the end.
    beside.catch(() => {})
  })
  afterAll(async () => {
    over = true
    await beside
    expect(neighbours).toBeGreaterThan(2)
    rmSync(folder, { recursive: true, force: true })
  }, 120_000)

  const flags = { isDB: true, isIO: true }
  for (const [group, list] of [...classes, ...remote]) {
    const isRemote = remote.some(([name]) => name === group)
    const given = isRemote ? flags : {}
    const isNew = !['endless', 'growing', 'escaping', 'odd', 'closing the function', 'requests'].includes(group)
    // The others are run through a test run in containment.hostile.run.test.ts and world-containment.hostile.run.test.ts.
    const all = isNew ? [inTestRun, streaming] : [streaming]
    for (const entry of all) {
      describe(`${group}, ${entry.name}`, () => {
        for (const one of list) it.concurrent(one.name, () => expectEnd(entry, one, given), 120_000)
      })
    }
    for (const entry of [inForEach, gathering, recordWise]) {
      describe(`${group}, ${entry.name}`, () => {
        for (const one of some(list)) it.concurrent(one.name, () => expectEnd(entry, one, given), 120_000)
      })
    }
    // The realm of endpoints is one of its own: whatever wants out of it is tried there, and some of the rest.
    const outOfIt = ['escaping', 'closing the function', 'tricks'].includes(group) ? list : some(list)
    const tried = outOfIt.map((one) => [one.name, one] as const)
    describe.concurrent(`${group}, ${inEndpoint.name}`, () => {
      it.each(tried)('S1 of an endpoint is contained: %s', (_name, one) => expectEnd(inEndpoint, one, given), 120_000)
    })
    if (isRemote) continue
    const sync = list.filter(({ code }) => !/await|\breturn\b/.test(code))
    if (sync.length === 0) continue
    for (const entry of [inLink, inLinkOfImport]) {
      describe(`${group}, ${entry.name}`, () => {
        for (const one of some(sync)) it.concurrent(one.name, () => expectEnd(entry, one, {}), 120_000)
      })
    }
  }

  describe('values on links, in an import', () => {
    for (const { name, parts, ends } of linkCases) {
      it.concurrent(name, async () => {
        const said = await imported(await compiled(parts), limitsOf(ends), { names: /^W/, port: 'a' })
        expect([...ends, 'error'], said.text).toContain(said.how)
      }, 120_000)
    }
  })

  describe('modules, in an import record by record', () => {
    for (const { name, code, ends } of moduleCases) {
      it.concurrent(name, async () => {
        const modules: ProgramModule[] = [{ name: 'm', version: '1.0.0', code }]
        const look = `if (ctx.input.row.n === ${hostileRow}) require('m')\nctx.output.row = { a: [[1].map((n) => n + 1)[0], typeof leak, Date.now()] }`
        const said = await imported(await compiled(forEachRecord(look), { modules }), limitsOf(ends), {
          names: /Row|^module m/,
        })
        expect(ends, said.text).toContain(said.how)
        const well = { a: [2, 'undefined', Date.parse(constants.now)] }
        for (const record of said.records) expect(record).toEqual(well)
      }, 120_000)
    }
  })

  it('constants are data, whatever they are called', async () => {
    const evil = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toJSON":"x","then":1,"length":-1,"a":"}) ; escaped = 1; ({"}',
    ) as unknown
    const program = await compiled([
      {
        name: 'W',
        in: ['rows'],
        out: ['rows'],
        uses: ['One'],
        links: ['.rows → One.rows', 'One.rows → .rows'],
        values: { One: { settings: evil } },
      },
      {
        name: 'One',
        in: ['rows', 'settings'],
        out: ['rows'],
        jsCode:
          'ctx.output.rows = [{ own: Object.keys(ctx.input.settings), polluted: {}.polluted === undefined, a: ctx.input.settings.a }]',
      },
    ])
    const { how, records, text } = await imported(program, long, { names: /^W/ })
    expect([how, text]).toEqual(['value', ''])
    expect(records).toEqual([
      {
        own: ['__proto__', 'constructor', 'toJSON', 'then', 'length', 'a'],
        polluted: true,
        a: '}) ; escaped = 1; ({',
      },
    ])
  })

  it.each([1000, 3000, 10_000, 100_000])(
    '%d levels of nesting end in an answer',
    async (levels) => {
      const deep = (): unknown => {
        let value: unknown = 1
        for (let i = 0; i < levels; i++) value = [value]
        return value
      }
      const program = await compiled([{ name: 'Hostile', in: ['a'], out: ['b'], jsCode: 'ctx.output.b = ctx.input.a' }])
      for (const [payload, rtContext] of [
        [{ a: deep() }, {}],
        [{ a: 1 }, { a: deep() }],
      ]) {
        const { output } = await executeComponent(
          { program, payload, rtContext, now: constants.now, limits: long },
          { signal },
        )
        const said = output as { error?: string }
        if (said.error !== undefined) expect(said.error).toMatch(/nested (too deep|more than 1000)|call stack/)
        else expect(levels).toBeLessThan(10_000)
      }
      const nested = `if (ctx.input.row.n > 1) return {}; let o = 1; for (let i = 0; i < ${levels}; i++) o = [o]; ctx.output.row = { o }`
      const said = await imported(await compiled(forEachRecord(nested)), long, { names: /^/ })
      expect(['value', 'error'], said.text).toContain(said.how)
      if (said.how === 'error') expect(said.text).toMatch(/nested (too deep|more than 1000)|call stack|too much memory/)
    },
    120_000,
  )

  it.each([
    ['while it runs', 'for (let i = 0; i < 5e6; i++) {}\n'],
    ['although it is over before it tells how far it is', ''],
  ])(
    'more output than a run may write ends it, without a trace: %s',
    async (_, waste) => {
      const program = await compiled(forEachRecord(`${waste}ctx.output.row = { a: 'x'.repeat(5e4) }`))
      const said = await imported(program, { ...long, outputBytes: 1 << 20, batch: 10 }, { names: /^/ })
      expect(said).toMatchObject({ how: 'error', text: 'the run wrote more than 1 MiB' })
    },
    120_000,
  )

  it.each([reachCases[0], reachCases[1]])('what the walk found is nothing: $name', async (one) => {
    const said = await inTestRun.run(one?.code ?? '', long, {})
    expect(said).toEqual({ how: 'value', text: '[]' })
  })

  it('what the walk found through requests is nothing', async () => {
    const said = await inTestRun.run(remoteReachCases[0]?.code ?? '', long, flags)
    expect(said).toEqual({ how: 'value', text: '[]' })
  })
})
