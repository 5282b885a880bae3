import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildRunner } from './build-runner.ts'
import type { StartHeap } from './start-heap.ts'
import { scratchPrefix, sweepLeftovers } from './sweep-leftovers.ts'

export type RunnerProgram = { folder: string; file: string; addon: string }

let program: RunnerProgram | null = null

/**
 * The runner's program in a scratch folder of this process, which is also the runners' working folder and, with the
 * add-on, all they may read. `file` is what Node starts. Made once per process (about 0.1 s): a folder of our own cannot
 * be tampered with by others.
 */
export function runnerProgram(): RunnerProgram {
  if (program !== null) return program
  sweepLeftovers()
  const folder = mkdtempSync(path.join(tmpdir(), `${scratchPrefix}${process.pid}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'runner.cjs')
  copyFileSync(fileURLToPath(new URL('../../runner/runner.boot.cjs', import.meta.url)), file)
  buildRunner(path.join(folder, 'program.js'))
  program = { folder, file, addon: addonPath() }
  return program
}

/** The program as V8 compiled it, which V8 takes under the flags it was compiled with and no others. */
export const codeFiles: Record<StartHeap, string> = { small: 'program.code', large: 'program-large.code' }

/** Stores compiled code, so that runners that start from now on need not compile the program themselves. */
export function storeCompiledCode(heap: StartHeap, code: Buffer): void {
  const kept = path.join(runnerProgram().folder, codeFiles[heap])
  // Renamed in one step: a runner may start at any moment.
  writeFileSync(`${kept}.part`, code)
  renameSync(`${kept}.part`, kept)
}

/** The build of isolated-vm for this machine, by the finder it ships with. */
function addonPath(): string {
  const require = createRequire(import.meta.url)
  const folder = path.dirname(require.resolve('isolated-vm/package.json'))
  const find = require('node-gyp-build') as { path(folder: string): string }
  return find.path(folder)
}
