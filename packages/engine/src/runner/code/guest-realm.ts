import type IsolatedVm from 'isolated-vm'
import type { Context, Isolate, Reference } from 'isolated-vm'
import type { RunnerLimits } from '../../runs/limits.ts'
import type { CodeRun, GuestSources } from '../../protocol/messages.ts'
import { LiveLines } from './live-lines.ts'

export type Ivm = typeof IsolatedVm
export type GuestCall = Reference<(...args: unknown[]) => unknown>

const guestCalls = [
  'check',
  'source',
  'module',
  'load',
  'begin',
  'feed',
  'end',
  'value',
  'drain',
  'again',
  'unfit',
  'links',
  'state',
  'reply',
  'leaf',
  'result',
  'summary',
  'serve',
  'serveWaiting',
  'take',
] as const
export type GuestApi = Record<(typeof guestCalls)[number], GuestCall>

export type GuestRealm = {
  ivm: Ivm
  isolate: Isolate
  context: Context
  api: GuestApi
  /** [vertex, record, source, items…] of the code that runs now; written by the driver, which alone holds it inside. */
  at: Int32Array
  /** Number of the call of an endpoint that the code is at, or 0. */
  turn: Int32Array
  /** Of a test run. */
  live: LiveLines | null
}

/** Texts that the driver puts together, in its order. */
const guestParts = ['values', 'leaves', 'graph', 'flow', 'columns', 'requests', 'captures', 'gates', 'calls'] as const

/** Lists inside a record whose item is known from outside. */
const nestedPlaces = 8

/** Records of all lanes that wait for requests at once. */
const lanes = 64

const texts = ['driver', ...guestParts] as const

/** An isolate with the frozen realm and the functions of the other texts, uncalled: the same for every run. */
export type BareIsolate = {
  isolate: Isolate
  context: Context
  realm: Reference
  functions: Record<(typeof texts)[number], Reference>
}

/** What can be done before a run is known. */
export function openIsolate(ivm: Ivm, guest: GuestSources, memoryLimit: number): BareIsolate {
  const isolate = new ivm.Isolate({
    memoryLimit,
    // Lets a slow call be asked for its line; costs nothing until then.
    inspector: true,
    onCatastrophicError: () => process.abort(),
  })
  const context = isolate.createContextSync({ inspector: true })
  const functionOf = (name: keyof GuestSources) =>
    context.evalSync(guest[name], { filename: 'driver', reference: true }) as unknown as Reference
  const makeRealm = functionOf('realm').derefInto({ release: true })
  const realm = context.evalClosureSync('return $0()', [makeRealm], { result: { reference: true } }) as Reference
  const functions = Object.fromEntries(texts.map((name) => [name, functionOf(name)]))
  return { isolate, context, realm, functions: functions as BareIsolate['functions'] }
}

/**
 * A fresh isolate with the realm of a run and the driver, before any author's code. `use`: 'keep' of a test run,
 * whose outputs stay inside until the whole result is asked for, and whose log is read while it runs; 'calls' of an
 * endpoint, whose calls share the realm, so that what imports look after for speed is frozen as well.
 * @param bare one that was opened ahead
 */
export function openRealm(
  ivm: Ivm,
  run: CodeRun,
  limits: RunnerLimits,
  use: 'import' | 'keep' | 'calls',
  bare: BareIsolate = openIsolate(ivm, run.guest, limits.isolateMiB),
): GuestRealm {
  const { isolate, context, realm, functions } = bare
  const closed = run.program.sources.some((source) => source.box !== undefined)
  const keep = use === 'keep'
  const copy = (value: unknown) => new ivm.ExternalCopy(value).copyInto({ release: true })
  const options = {
    now: Date.parse(run.now),
    seed: run.seed,
    frozen: closed || use === 'calls',
    logLines: limits.logLines,
    logLine: limits.logLine,
    logChars: limits.logChars,
    result: limits.resultChars,
    rows: Math.max(limits.batch * 2, 500),
    request: limits.requestChars,
    requests: limits.requests,
    waiting: limits.requestsAtOnce,
    width: lanes,
    keep,
    closed,
    calls: use === 'calls',
  }
  const places = 3 + nestedPlaces
  const memory = new SharedArrayBuffer(4 * (places + 1))
  const live = keep ? new LiveLines() : null
  const parts = guestParts.map((_name, index) => `$${index + 5}`).join()
  const driver = context.evalClosureSync(
    `return $0($1, [${parts}], $2, $3, $4)`,
    [
      functions.driver.derefInto(),
      realm.derefInto(),
      copy(options),
      new ivm.ExternalCopy(memory).copyInto(),
      live === null ? undefined : new ivm.ExternalCopy(live.memory).copyInto(),
      ...guestParts.map((name) => functions[name].derefInto()),
    ],
    { result: { reference: true } },
  ) as Reference<Record<string, unknown>>
  const api = Object.fromEntries(guestCalls.map((name) => [name, driver.getSync(name, { reference: true })]))
  return {
    ivm,
    isolate,
    context,
    api: api as unknown as GuestApi,
    at: new Int32Array(memory, 0, places),
    turn: new Int32Array(memory, 4 * places),
    live,
  }
}
