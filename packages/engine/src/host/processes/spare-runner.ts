import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { encodeFrame } from '../../protocol/frames.ts'
import type { ToRunner } from '../../protocol/messages.ts'
import { importLimits, type RunnerLimits } from '../../runs/limits.ts'
import { loadGuestSources } from './guest-sources.ts'
import { runnerProgram } from './runner-program.ts'
import { hasEnded } from './has-ended.ts'
import { fixedAtStart, type SpawnedRunner, spawnRunner } from './spawn-runner.ts'

/** Beyond this the start is a small part of an import. */
const maxInputBytes = 2 ** 20
/** Enough for an import of four files into four tables, each of which has a file as well. */
const inputs = 4
const pipes = 8

/** What an import asks of a runner. */
export type RunnerNeeds = {
  limits: RunnerLimits
  /** Open files that it reads, each from its begin, with their sizes. */
  inputs: readonly { fd: number; size: number }[]
  pipes: number
}

export type SpareOptions = {
  /** Those of the imports that it is kept for. */
  limits?: Partial<RunnerLimits>
  /** From the end of the runner that was taken to the start of the next, which would get in the way of its import. */
  pauseMs?: number
  /** The next one starts after this time even where the import goes on. */
  longestPauseMs?: number
  /** The pause after one that died while it waited: whatever ended it may end the next as well. */
  pauseAfterDeathMs?: number
}

type Waiting = { spawned: SpawnedRunner; files: number[]; forget(): void }

/**
 * Keeps one runner started ahead, with its code loaded, for the next small import. It is a runner like all others and
 * has one job in its life; nobody's code or data is in it before. Since a process inherits its files when it starts,
 * this one has empty ones without a name, into which the input is copied.
 */
export class SpareRunner {
  readonly #limits: RunnerLimits
  readonly #pauses: Required<Omit<SpareOptions, 'limits'>>
  #waiting: Waiting | null = null
  #timer: NodeJS.Timeout | null = null
  #isOpen = false

  constructor({ limits, pauseMs = 50, longestPauseMs = 2000, pauseAfterDeathMs = 10_000 }: SpareOptions = {}) {
    this.#limits = { ...importLimits, ...limits }
    this.#pauses = { pauseMs, longestPauseMs, pauseAfterDeathMs }
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
  take(needs: RunnerNeeds): SpawnedRunner | null {
    const waiting = this.#waiting
    if (waiting === null || !this.#fits(needs) || hasEnded(waiting.spawned.child.pid)) return null
    try {
      needs.inputs.forEach((input, i) => copy(input, waiting.files[i] as number))
    } catch {
      // No room on the disk of scratch files: a runner of its own reads the input where it is.
      this.#end(waiting)
      this.#fillAfter(this.#pauses.pauseAfterDeathMs)
      return null
    }
    this.#waiting = null
    waiting.forget()
    holdOpen(waiting.spawned, true)
    for (const pipe of waiting.spawned.pipes.splice(needs.pipes)) pipe.destroy()
    this.#fillAfter(this.#pauses.longestPauseMs)
    waiting.spawned.child.once('exit', () => {
      if (this.#waiting === null) this.#fillAfter(this.#pauses.pauseMs)
    })
    return waiting.spawned
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

  #fits({ limits, inputs: files, pipes: wanted }: RunnerNeeds): boolean {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    return (
      fixedAtStart(limits) === fixedAtStart(this.#limits) &&
      bytes <= maxInputBytes &&
      files.length <= inputs &&
      wanted <= pipes
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
    const files = Array.from({ length: inputs }, namelessFile)
    const spawned = spawnRunner(this.#limits, { files: files.map(({ toRead }) => toRead), pipes }, true)
    for (const { toRead } of files) closeSync(toRead)
    const { child } = spawned
    const died = () => {
      this.#end(waiting)
      this.#fillAfter(this.#pauses.pauseAfterDeathMs)
    }
    const waiting: Waiting = {
      spawned,
      files: files.map(({ toWrite }) => toWrite),
      forget() {
        for (const fd of this.files.splice(0)) closeSync(fd)
        child.off('exit', died).off('error', died)
      },
    }
    child.on('exit', died).on('error', died)
    child.stdin?.on('error', () => {
      // It is gone; its exit says so.
    })
    const { isolateMiB } = this.#limits
    child.stdin?.write(encodeFrame({ kind: 'prepare', guest: loadGuestSources(), isolateMiB } satisfies ToRunner))
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

/** A file of the scratch folder that no path leads to any more, once to write and once to read. */
function namelessFile(_: unknown, number: number): { toWrite: number; toRead: number } {
  const name = path.join(runnerProgram().folder, `spare-${number}`)
  const toWrite = openSync(name, 'wx', 0o600)
  try {
    return { toWrite, toRead: openSync(name, 'r') }
  } finally {
    unlinkSync(name)
  }
}

/** @throws Error when there is no room for it */
function copy({ fd, size }: { fd: number; size: number }, to: number): void {
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  // What is missing at its end is found by the runner, which knows the size.
  for (let read = -1; read !== 0 && length < size; length += read)
    read = readSync(fd, bytes, length, size - length, length)
  for (let done = 0; done < length; ) done += writeSync(to, bytes, done, length - done)
}

const streamsOf = ({ child, pipes: own }: SpawnedRunner) =>
  [child.stdin, child.stdout, child.stderr, ...own].filter((stream) => stream !== null)

/** Whether the process keeps this one from ending by itself. */
function holdOpen(spawned: SpawnedRunner, holds: boolean): void {
  const change = holds ? 'ref' : 'unref'
  spawned.child[change]()
  for (const stream of streamsOf(spawned)) (stream as Socket)[change]()
}
