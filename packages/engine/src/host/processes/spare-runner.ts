import { closeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { encodeFrame } from '../../protocol/frames.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { hasEnded } from './has-ended.ts'
import { copyBytes, type NamelessFile, openNameless } from './spare-files.ts'
import type { SpareKind } from './spare-kinds.ts'
import { firstDescriptor, fixedAtStart, type SpawnedRunner, spawnRunner } from './spawn-runner.ts'

/** What a job asks of a runner. */
export type RunnerNeeds = {
  limits: RunnerLimits
  /** Open files that it reads, each from its start, with their sizes. */
  inputs: readonly { fd: number; size: number }[]
  pipes: number
}

/** A process that waited, and the file of its own that it writes, where its kind has one. */
export type TakenRunner = SpawnedRunner & { output: TakenOutput | null }
/** `number`: what the runner calls it. `ours`: to be read from, and closed, when the runner is gone. */
export type TakenOutput = { number: number; ours: number }

export type SpareOptions = {
  /** From the end of the runner that was taken to the start of the next, which would get in the way of a job. */
  pauseMs?: number
  /** The next one starts after this time even where the job goes on. */
  longestPauseMs?: number
  /** The pause after one that died while it waited: whatever ended it may end the next as well. */
  pauseAfterDeathMs?: number
}

type Waiting = { spawned: SpawnedRunner; inputs: number[]; output: number | null; forget(): void }

/**
 * Keeps one runner started ahead, with its code loaded, for the next job of its kind. It is a runner like all others and
 * has one job in its life; nobody's code or data is in it before. Since a process inherits its files when it starts,
 * this one has empty ones without a name, into which the input is copied.
 */
export class SpareRunner {
  readonly #kind: SpareKind
  readonly #pauses: Required<SpareOptions>
  #waiting: Waiting | null = null
  #timer: NodeJS.Timeout | null = null
  #isOpen = false

  constructor(kind: SpareKind, pauses: SpareOptions = {}) {
    this.#kind = kind
    this.#pauses = { pauseMs: 50, longestPauseMs: 5000, pauseAfterDeathMs: 10_000, ...pauses }
  }

  /** The process that waits; undefined while there is none. */
  get pid(): number | undefined {
    return this.#waiting?.spawned.child.pid
  }

  start(): void {
    this.#isOpen = true
    this.#fill()
  }

  /** The runner that waits, with the input in its files; null where there is none, or it does not fit. */
  async take(needs: RunnerNeeds): Promise<TakenRunner | null> {
    const waiting = this.#waiting
    if (waiting === null || !this.#fits(needs) || isGone(waiting)) return null
    // Nobody else gets it meanwhile, and its files stay open until they are filled, whatever happens to it.
    this.#waiting = null
    if (!(await isFilled(waiting, needs)) || isGone(waiting)) {
      this.#end(waiting)
      this.#fillAfter(this.#pauses.pauseAfterDeathMs)
      return null
    }
    const { spawned, output } = waiting
    waiting.output = null
    waiting.forget()
    holdOpen(spawned, true)
    for (const pipe of spawned.pipes.splice(needs.pipes)) pipe.destroy()
    this.#fillAfter(this.#pauses.longestPauseMs)
    spawned.child.once('exit', () => {
      if (this.#waiting === null) this.#fillAfter(this.#pauses.pauseMs)
    })
    const number = firstDescriptor + this.#kind.inputs
    return { ...spawned, output: output === null ? null : { number, ours: output } }
  }

  /** Ends the one that waits; no other starts. Settles when it is gone. */
  async stop(): Promise<void> {
    this.#isOpen = false
    this.#cancel()
    const waiting = this.#waiting
    if (waiting === null) return
    const { child } = waiting.spawned
    const gone = new Promise((settled) => child.once('exit', settled))
    child.ref()
    this.#end(waiting)
    await gone
  }

  #fits({ limits, inputs: files, pipes }: RunnerNeeds): boolean {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    return (
      fixedAtStart(limits) === fixedAtStart(this.#kind.limits) &&
      bytes <= this.#kind.maxInputBytes &&
      files.length <= this.#kind.inputs &&
      pipes <= this.#kind.pipes
    )
  }

  #fill(): void {
    this.#cancel()
    if (!this.#isOpen || this.#waiting !== null) return
    try {
      this.#waiting = this.#spawn()
    } catch {
      // No room for files or processes at the moment; imports that meet the same say so.
      this.#fillAfter(this.#pauses.pauseAfterDeathMs)
    }
  }

  #spawn(): Waiting {
    const { limits, hasIsolate, inputs, outputs, pipes, prepare } = this.#kind
    const files = openFiles(inputs, outputs)
    const ours = files.map((file) => file.ours)
    const inherited = files.map((file) => file.inherited)
    let spawned: SpawnedRunner
    try {
      // It may get a large file.
      const empty = inherited.map((fd) => ({ fd, size: 0 }))
      spawned = spawnRunner(limits, { files: empty, pipes, hasIsolate, heap: 'large' })
    } catch (problem) {
      for (const fd of ours) closeSync(fd)
      throw problem
    } finally {
      for (const fd of inherited) closeSync(fd)
    }
    const { child } = spawned
    const died = () => {
      // One that is being taken is looked at once more before it is handed out.
      if (this.#waiting !== waiting) return
      this.#end(waiting)
      this.#fillAfter(this.#pauses.pauseAfterDeathMs)
    }
    const waiting: Waiting = {
      spawned,
      inputs: ours.slice(0, inputs),
      output: ours[inputs] ?? null,
      forget() {
        for (const fd of this.inputs.splice(0)) closeSync(fd)
        if (this.output !== null) closeSync(this.output)
        this.output = null
        child.off('exit', died).off('error', died)
      },
    }
    child.on('exit', died).on('error', died)
    child.stdin?.on('error', () => {
      // It is gone; its exit says so.
    })
    child.stdin?.write(encodeFrame(prepare()))
    holdOpen(spawned, false)
    return waiting
  }

  #end(waiting: Waiting): void {
    if (this.#waiting === waiting) this.#waiting = null
    waiting.forget()
    waiting.spawned.child.on('error', () => {})
    waiting.spawned.child.kill('SIGKILL')
    for (const stream of streamsOf(waiting.spawned)) stream.destroy()
  }

  #fillAfter(ms: number): void {
    this.#cancel()
    if (this.#isOpen) this.#timer = setTimeout(() => this.#fill(), ms).unref()
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

/** All or none: where one cannot be opened, the others are closed again. */
function openFiles(inputs: number, outputs: number): NamelessFile[] {
  const files: NamelessFile[] = []
  try {
    for (let i = 0; i < inputs; i++) files.push(openNameless('input', i))
    for (let i = 0; i < outputs; i++) files.push(openNameless('output', i))
    return files
  } catch (problem) {
    for (const { ours, inherited } of files) for (const fd of [ours, inherited]) closeSync(fd)
    throw problem
  }
}

/** Copies the input into its files; false where the disk of scratch files has no room: a runner of its own reads it where it is. */
async function isFilled({ inputs }: Waiting, needs: RunnerNeeds): Promise<boolean> {
  try {
    for (const [i, input] of needs.inputs.entries()) await copyBytes(input, inputs[i] as number)
    return true
  } catch {
    return false
  }
}

const isGone = ({ spawned: { child } }: Waiting): boolean =>
  child.exitCode !== null || child.signalCode !== null || hasEnded(child.pid)

const streamsOf = ({ child, pipes: own }: SpawnedRunner) =>
  [child.stdin, child.stdout, child.stderr, ...own].filter((stream) => stream !== null)

/** Whether the process keeps this one from ending by itself. */
function holdOpen(spawned: SpawnedRunner, holds: boolean): void {
  const change = holds ? 'ref' : 'unref'
  spawned.child[change]()
  for (const stream of streamsOf(spawned)) (stream as Socket)[change]()
}
