import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commandLineProgram, serverProgram } from './programs.ts'

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const options = { env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env } }
    execFile(process.execPath, [program, ...args], options, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })

/** The bundles that other tests start say and do what the sources do. */
describe('the bundle of the run', () => {
  it('is what tests start', () => {
    for (const program of [serverProgram(), commandLineProgram()]) expect(program).toContain('millrace-programs')
  })

  it.each([
    ['the server', serverProgram(), '../entry/main.ts', ['dance']],
    ['the command line', commandLineProgram(), '../../bin/millrace.mjs', ['import', '--help']],
  ])('%s answers as its source does', async (_, program, source, args) => {
    const answer = await run(program, args)
    expect(answer.out + answer.err).toMatch(/dance|--pipeline/)
    expect(answer).toEqual(await run(fileURLToPath(new URL(source, import.meta.url)), args))
  })
})
