import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { scratchPrefix, sweepLeftovers } from './sweep.ts'

export type RunnerProgram = { folder: string; file: string; addon: string }

let program: RunnerProgram | null = null

/**
 * The runner as one file in a scratch folder of this process, which is also the runners' working folder and, with the
 * add-on, all they may read. Made once per process (about 0.1 s): stripping types in each runner would cost more than
 * its whole start, and a folder of our own cannot be tampered with by others.
 */
export function runnerProgram(): RunnerProgram {
  if (program !== null) return program
  sweepLeftovers()
  const folder = mkdtempSync(path.join(tmpdir(), `${scratchPrefix}${process.pid}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'runner.cjs')
  buildSync({
    entryPoints: [fileURLToPath(new URL('../runner/main.ts', import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    logLevel: 'silent',
  })
  program = { folder, file, addon: addonPath() }
  return program
}

/** The build of isolated-vm for this machine, by the finder it ships with. */
function addonPath(): string {
  const require = createRequire(import.meta.url)
  const folder = path.dirname(require.resolve('isolated-vm/package.json'))
  const find = require('node-gyp-build') as { path(folder: string): string }
  return find.path(folder)
}
