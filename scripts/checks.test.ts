import { execFile } from 'node:child_process'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { programs } from './checks.mjs'
import { root } from './setup.mjs'
import { listFiles } from './source-hash.mjs'

/** The files of ours that a configuration names or that those import. */
async function filesOf(program: string): Promise<string[]> {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, '-p', join(root, program), '--listFilesOnly']
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout
    .split('\n')
    .filter((path) => path.startsWith(root) && !path.includes('/node_modules/'))
    .map((path) => relative(root, path))
}

describe('the programs of the type check', () => {
  it('hold every source of the repository', async () => {
    const held = new Set((await Promise.all(programs.map(filesOf))).flat())
    const sources = ['packages', 'apps', 'scripts', 'e2e', 'bench']
      .flatMap((folder) => listFiles(join(root, folder)))
      .map((path) => relative(root, path))
      .filter((path) => /\.tsx?$/.test(path))
    expect(sources.length).toBeGreaterThan(1000)
    expect(sources.filter((path) => !held.has(path))).toEqual([])
  })
})
