import { closeSync } from 'node:fs'
import { maxDatasetBytes } from '../../dataset/dataset.types.ts'
import { RunError } from '../../runs/run-error.ts'
import { type RunnerLimits, validateLimits } from '../../runs/limits.ts'
import { type RunnerHost, RunnerProcess } from '../processes/runner-process.ts'
import { copyBytes } from '../processes/spare-files.ts'
import type { SpareRunner, TakenOutput, TakenRunner } from '../processes/spare-runner.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import type { NewFile } from './ports.ts'
import type { SourceFiles } from './source-files.ts'

type Needs = {
  files: SourceFiles
  /** Where the accepted records go; null = nowhere. */
  target: NewFile | null
  hasRejected: boolean
  limits: Partial<RunnerLimits> | undefined
  spare: SpareRunner | null
}

/** The process of one check: one that waited for it, or one of its own. */
export class CheckRunner {
  readonly process: RunnerProcess
  /** What the process calls the files that it writes; null = none. */
  readonly rejectedFd: number | null
  readonly datasetFd: number | null
  readonly #target: NewFile | null
  readonly #isTaken: boolean
  readonly #output: TakenOutput | null

  static async open(needs: Needs, host: RunnerHost): Promise<CheckRunner> {
    const { files, target, hasRejected, spare } = needs
    const limits = { ...validateLimits, ...needs.limits, ...(target !== null && { fileBytes: maxDatasetBytes }) }
    const pipes = hasRejected ? 1 : 0
    const taken = (await spare?.take({ limits, inputs: files.inputs, pipes })) ?? null
    if (taken !== null) return new CheckRunner(needs, new RunnerProcess(limits, taken, host), taken)
    const all = target === null ? files.inputs : [...files.inputs, { fd: target.fd, size: 0 }]
    return new CheckRunner(needs, RunnerProcess.spawn(limits, { files: all, pipes, hasIsolate: false }, host), null)
  }

  private constructor({ files, target, hasRejected }: Needs, process: RunnerProcess, taken: TakenRunner | null) {
    const output = taken?.output ?? null
    this.process = process
    this.#target = target
    this.#isTaken = taken !== null
    this.#output = output
    this.rejectedFd = hasRejected ? process.firstPipe : null
    this.datasetFd = target === null ? null : (output?.number ?? firstDescriptor + files.descriptors.length)
  }

  /** Whether it ended because it was dead already when it was given the file, which is no fault of that. */
  wasDead(problem: unknown): boolean {
    const isDead = problem instanceof RunError && (problem.kind === 'killed' || problem.kind === 'crashed')
    return isDead && this.#isTaken && !this.process.hasBegun
  }

  /** Puts the accepted records where they go, where the process wrote them into a file of its own. */
  async collect(bytes: number): Promise<void> {
    if (this.#output !== null && this.#target !== null) {
      await copyBytes({ fd: this.#output.ours, size: bytes }, this.#target.fd)
    }
  }

  /** Ends the process if it is still there. */
  async close(): Promise<void> {
    this.process.kill('aborted', 'The check is over')
    await this.process.gone
    if (this.#output !== null) closeSync(this.#output.ours)
  }
}
