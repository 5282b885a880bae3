import { executeComponent } from '@millrace/engine'
import { compiled } from '@millrace/engine/components/components-for-test'
import { describe, expect, it } from 'vitest'
import { CodeChecker } from '../apps/web/src/code/checker/code-checker.ts'
import type { CodeScope } from '../apps/web/src/code/code-scope.ts'
import { codeLibrary } from './test-code-library.ts'

const checker = new CodeChecker(codeLibrary)
const scope: CodeScope = {
  kind: 'instruction',
  inputs: [{ name: 'a', schema: {} }],
  outputs: [{ name: 'found', schema: {} }],
  modules: [],
  connections: [],
  isDB: true,
  isIO: true,
}

/** What the sandbox puts out for an instruction with every switch. */
async function run(jsCode: string): Promise<unknown> {
  const leaf = { name: 'Leaf', in: ['a'], out: ['found'], isDB: true, isIO: true, jsCode }
  const request = { program: await compiled([leaf]), payload: { a: 1 }, rtContext: {}, now: '2026-03-01T10:00:00.000Z' }
  const { output } = await executeComponent(request, { signal: new AbortController().signal })
  return (output as { found: unknown }).found
}

const suggested = (code: string) => checker.complete(scope, code, code.length)?.options ?? []
const membersOf = (object: string) => suggested(`${object}.`).map(({ label }) => label)

describe('the types of the editor say what the sandbox has', () => {
  it.each(['ctx', 'ctx.log', 'ctx.db', 'ctx.http', 'console'])('%s', async (object) => {
    const there = (await run(`ctx.output.found = Object.keys(${object})`)) as string[]
    expect(membersOf(object).toSorted()).toEqual(there.toSorted())
  })

  it('every global that is suggested is there, and those that are not are no part of ECMAScript', async () => {
    const offered = suggested('')
      .filter(({ kind }) => kind !== 'keyword' && kind !== 'parameter')
      .map(({ label }) => label)
    expect(offered.length).toBeGreaterThan(50)
    const absent = await run(
      `ctx.output.found = ${JSON.stringify(offered)}.filter((name) => name !== 'require' && !(name in globalThis))`,
    )
    expect(absent).toEqual([])
    const others = (await run('ctx.output.found = Object.getOwnPropertyNames(globalThis)')) as string[]
    // Hidden as nobody looks for them, or without a declaration in TypeScript yet.
    expect(others.filter((name) => !offered.includes(name)).toSorted()).toEqual([
      'AsyncDisposableStack',
      'DisposableStack',
      'Function',
      'SuppressedError',
      'escape',
      'eval',
      'globalThis',
      'undefined',
      'unescape',
    ])
  })

  it.each(['[]', '""', 'new Map()', 'new Set()', 'Object', 'Promise', 'Math', '/x/', 'new Date()'])(
    'every method of %s that is suggested',
    async (value) => {
      const named = membersOf(value)
      expect(named.length).toBeGreaterThan(5)
      const absent = await run(
        `const value = ${value}\nctx.output.found = ${JSON.stringify(named)}.filter((name) => !(name in Object(value)))`,
      )
      expect(absent).toEqual([])
    },
  )
})
