import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Names the folder with the bundles that scripts/test-programs.ts made for the run. */
export const programsVariable = 'MILLRACE_TEST_PROGRAMS'

/** What Node starts for the server: the bundle of this run, or the sources where there is none. */
export const serverProgram = (): string => bundled('main.mjs') ?? source('../entry/main.ts')

/**
 * What Node starts for the command line: the bundle of this run, or the program that people start. Only commands that do
 * not become a server: for those `millrace.mjs` sets flags of Node before.
 */
export const commandLineProgram = (): string => bundled('command-line.mjs') ?? source('../../bin/millrace.mjs')

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

function bundled(name: string): string | undefined {
  const folder = process.env[programsVariable]
  const file = folder === undefined ? '' : join(folder, name)
  return existsSync(file) ? file : undefined
}
