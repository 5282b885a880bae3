import { ApiError, conflict, type LockedComparison, type PayloadComparison } from '@millrace/contract'
import { graphOf, loadSeenGraphs } from '../../documents/components/component-graphs.ts'
import { seenComponent } from '../../documents/components/seen-component.ts'
import { casesOf } from '../../documents/kernel/test-cases/test-cases.reads.ts'
import { mustHold } from '../../documents/kernel/rights.ts'
import { reachingTo } from '../../documents/kernel/versions/references.reads.ts'
import { versionsOf, type VersionRow } from '../../documents/kernel/versions/versions.reads.ts'
import { pipelineHeads } from '../../documents/pipelines/pipelines.reads.ts'
import type { PipelineDefinitions } from '../../documents/pipelines/pipelines.types.ts'
import type { TestRuns } from '../../documents/components/test-runs.service.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { comparisonOf, NotComparedError, type VersionOutcome, type Payload, skipped } from './comparison-of.ts'
import { type ComparedVersion, openPipelineRuns, type PipelineRunDeps, refuseRequests } from './pipeline-runs.ts'

export type ComparisonsService = ReturnType<typeof createComparisons>

/** Time and pipelines of one comparison; what is left is told as not compared. */
const maxMs = 100_000
const maxPipelines = 10

const timeIsOver = 'The time for comparing was over.'

type Versions = { locked: ComparedVersion; draft: ComparedVersion }
type Deps = PipelineRunDeps & { definitions: PipelineDefinitions; testRuns: TestRuns }
type ComparisonPlatform = Pick<Platform, 'db' | 'files' | 'now' | 'settings'>

/** What a change of a component's code changes in what comes out, before it is locked. */
export function createComparisons(platform: ComparisonPlatform, deps: Deps) {
  const { db } = platform
  return {
    /**
     * POST /components/{id}/compareLocked: this version and the newest locked one, over the test cases and the latest
     * uploads of the pipelines that use the component. Pipelines that the caller does not see do not exist here (S3).
     * @param signal ends it when the client goes away
     * @throws ApiError 40400 unseen, 40300 without the write badges
     */
    async compareLocked(caller: Caller, id: string, signal: AbortSignal): Promise<LockedComparison> {
      const { row, rights } = await seenComponent(db, caller, id)
      mustHold.writesBadges(rights)
      const all = await versionsOf(db, row.documentId)
      const locked = all.find((version) => version.locked && version.id !== id)
      if (locked === undefined) return { locked: null, payloads: [] }
      const replaces = new Set(all.map((version) => version.id))
      const load = async (version: VersionRow): Promise<ComparedVersion> => ({
        root: graphOf(version),
        used: await loadSeenGraphs(db, caller, version.id),
        replaces,
      })
      const versions = { locked: await load(locked), draft: await load(row) }
      const comparison = new Comparison(platform, deps, caller, versions, signal)
      const payloads = [...(await comparison.pipelines()), ...(await comparison.testCases(row.documentId))]
      return { locked: { _id: locked.id, version: locked.version }, payloads }
    },
  }
}

class Comparison {
  readonly #platform: ComparisonPlatform
  readonly #deps: Deps
  readonly #caller: Caller
  readonly #versions: Versions
  readonly #gone: AbortSignal
  readonly #signal: AbortSignal

  constructor(platform: ComparisonPlatform, deps: Deps, caller: Caller, versions: Versions, gone: AbortSignal) {
    this.#platform = platform
    this.#deps = deps
    this.#caller = caller
    this.#versions = versions
    this.#gone = gone
    this.#signal = AbortSignal.any([gone, AbortSignal.timeout(maxMs)])
  }

  /** Over the latest uploads of the pipelines that use any version of the component, by name; masters read none. */
  async pipelines(): Promise<PayloadComparison[]> {
    const { db } = this.#platform
    const { access, definitions } = this.#deps
    const using = new Set(await reachingTo(db, [...this.#versions.draft.replaces], ['instance', 'component']))
    const heads = await pipelineHeads(db, [...(await access.allSeen(this.#caller))])
    const items = await access.items(heads.map(({ chosenId }) => chosenId).filter((id) => using.has(id)))
    const pipelines = [...items.values()]
      .filter(({ isMaster }) => !isMaster)
      .toSorted((one, other) => one.name.localeCompare(other.name))
    const compared: PayloadComparison[] = []
    for (const [place, { _id, name }] of pipelines.entries()) {
      const payload = { kind: 'pipeline', name } as const
      if (place >= maxPipelines) {
        compared.push(skipped(payload, `At most ${maxPipelines} pipelines are compared.`))
        continue
      }
      const compare = async (): Promise<PayloadComparison> => {
        const definition = await definitions.forRun(_id)
        const runs = await openPipelineRuns(this.#platform, this.#deps, this.#caller, definition)
        return this.#both(payload, (version) => runs.run(version, this.#signal))
      }
      compared.push(await this.#unlessOver(payload, compare))
    }
    return compared
  }

  async testCases(documentId: string): Promise<PayloadComparison[]> {
    const { testRuns } = this.#deps
    const now = this.#platform.now().toISOString()
    const compared: PayloadComparison[] = []
    for (const { name, payload, rtContext, ignored } of await casesOf(this.#platform.db, documentId)) {
      const of = { kind: 'testCase', name } as const
      const run = async ({ root }: ComparedVersion): Promise<VersionOutcome> => {
        const { program } = await testRuns.build(this.#caller, root._id)
        refuseRequests(program)
        const request = { program, payload, rtContext, now, seed: 'comparison' }
        const { failed, output } = await testRuns.runProgram(this.#caller, request, this.#signal)
        return failed === null ? { output: plain(output) } : { problem: failed }
      }
      compared.push(await this.#unlessOver(of, () => this.#both(of, run, ignored)))
    }
    return compared
  }

  /** The locked version first: what it cannot do either is no change. */
  async #both(
    payload: Payload,
    run: (version: ComparedVersion) => Promise<VersionOutcome>,
    ignored: readonly string[] = [],
  ): Promise<PayloadComparison> {
    const outcome = (version: ComparedVersion) =>
      run(version).catch((error: unknown): VersionOutcome => {
        if (error instanceof ApiError && !this.#signal.aborted) return { problem: error.message }
        throw error
      })
    const locked = await outcome(this.#versions.locked)
    this.#signal.throwIfAborted()
    const draft = await outcome(this.#versions.draft)
    this.#signal.throwIfAborted()
    return comparisonOf(payload, { locked, draft }, ignored)
  }

  /** Why a payload could not be compared is an answer; when nobody is left to read it, the comparison ends. */
  async #unlessOver(payload: Payload, compare: () => Promise<PayloadComparison>): Promise<PayloadComparison> {
    if (this.#signal.aborted && !this.#gone.aborted) return skipped(payload, timeIsOver)
    try {
      return await compare()
    } catch (error) {
      if (this.#gone.aborted) throw conflict('The comparison was given up')
      if (this.#signal.aborted) return skipped(payload, timeIsOver)
      if (error instanceof ApiError || error instanceof NotComparedError) return skipped(payload, error.message)
      throw error
    }
  }
}

/** The output as it goes over the wire: what JSON has no word for is not there. */
const plain = (output: unknown): unknown => JSON.parse(JSON.stringify(output ?? null))
