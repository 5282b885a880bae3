import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isSandboxLibrary } from '../apps/web/src/code/checker/libraries.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('typescript-checker/package.json')), 'lib')

/** The declarations that the app bundles with its checker, by path. */
export const codeLibrary = readdirSync(folder)
  .filter(isSandboxLibrary)
  .map((name) => [`/${name}`, readFileSync(join(folder, name), 'utf8')] as const)
