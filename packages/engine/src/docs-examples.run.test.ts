import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blockGraph } from './blocks/block-for-test.ts'
import { blocks } from './blocks/blocks.ts'
import { compileProgram } from './components/compile-program.ts'
import { planText } from './components/plan-text.ts'
import { docsExamples } from './docs-examples-for-test.ts'
import { builtInModules } from './host/modules/built-in-modules.ts'
import { executeComponent } from './host/pipelines/execute-component.ts'
import { executeLimits, importLimits } from './runs/limits.ts'

const page = readFileSync(new URL('../../../docs/engine.md', import.meta.url), 'utf8')
const examples = docsExamples(page)

const modules = builtInModules()

describe('docs/engine.md', () => {
  it.each(examples)(
    'does what it says: $title',
    async ({ components, context, input, replies, output, log, links, plan }) => {
      const root = components.at(-1)
      if (root === undefined) throw new Error('an example without a component')
      const known = [...components, ...blocks.map((block) => blockGraph(block, block.name))]
      const program = await compileProgram(root, (id) => known.find((graph) => graph._id === id), { modules })
      const left = [...replies]
      const result = await executeComponent(
        {
          program,
          payload: input,
          rtContext: context,
          now: '2026-03-01T10:00:00.000Z',
        },
        { signal: new AbortController().signal, serve: async () => left.shift() },
      )
      expect(result.output).toEqual(output)
      expect(result.logs.map((line) => `${line.level}: ${line.message}`).join('\n')).toBe(log ?? '')
      expect(left).toEqual([])
      if (plan !== null) expect(planText(program).split('\n').slice(1).join('\n')).toBe(plan)
      if (links !== null) expect(result.links).toMatchObject(links)
    },
  )

  it('has examples for each kind, and none that lacks its output', () => {
    expect(new Set(examples.flatMap((example) => example.components.map((entry) => entry.kind))).size).toBe(4)
    expect(examples.filter((example) => example.output === undefined)).toEqual([])
    expect(examples.length).toBeGreaterThan(10)
  })

  it('names the limits as they are', () => {
    const limits = [importLimits, executeLimits]
    const cells = (what: string) =>
      page.match(new RegExp(`^\\| ${what}[^|]*\\| ([^|]*) \\| ([^|]*) \\|$`, 'm'))?.slice(1)
    expect(cells('memory of the code')).toEqual(limits.map((limit) => `${limit.isolateMiB} MiB`))
    expect(cells('one call')).toEqual(limits.map((limit) => `${limit.callMs / 1000} s`))
    expect(cells('the whole run')).toEqual([`${importLimits.runMs / 60_000} min`, `${executeLimits.runMs / 1000} s`])
    expect(cells('log lines')).toEqual(
      limits.map((limit) => `${limit.logLines.toLocaleString('en')}, then their number`),
    )
    expect(cells('result of a test run')?.[1]).toBe(`${executeLimits.resultChars / 2 ** 20} MiB of JSON`)
  })

  it('links to headings that are there', () => {
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const [, target] of page.matchAll(/\]\(#([^)]*)\)/g)) expect(headings).toContain(target)
  })
})
