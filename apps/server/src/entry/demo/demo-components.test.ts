import { blocks } from '@millrace/engine/blocks/blocks'
import { createValueValidator } from '@millrace/engine/schemas/value-validator'
import { describe, expect, it } from 'vitest'
import { demoComponents } from './demo-components.ts'

const names = new Set(blocks.map((block) => block.name))
const made = demoComponents.map(({ name, make }) => ({
  name,
  ...make({ schema: (schema) => schema, component: (component) => component }),
}))
const blocksOf = (component: (typeof made)[number]) =>
  (component.instances ?? []).filter((instance) => names.has(instance.instanceOf))

describe('components of the demo', () => {
  it('show pipelines of ready-made blocks alone, mixed ones, and one of code alone', () => {
    const kindOf = (name: string): string => {
      const component = made.find((entry) => entry.name === name)
      if (component === undefined) throw new Error(`no component ${name}`)
      const used = blocksOf(component).length
      const coded = (component.links ?? []).some((link) => link.jsCode !== '')
      if (used === 0) return 'code'
      return used === component.instances?.length && !coded ? 'blocks' : 'mixed'
    }
    expect(kindOf('EPA registry')).toBe('blocks')
    expect(['Bikes catalogue', 'EV catalogue', 'Dealers', 'Overlay locale'].map(kindOf)).toEqual(
      new Array(4).fill('mixed'),
    )
    expect(kindOf('Best Buy stores')).toBe('code')
  })

  it('give blocks settings that fit their schema', () => {
    for (const component of made) {
      for (const { instanceOf, values } of blocksOf(component)) {
        const block = blocks.find((entry) => entry.name === instanceOf)
        const schema = block?.inputs.find((port) => port.name === 'settings')?.inputSchema
        expect(createValueValidator({ schema: schema ?? false })(values?.settings), component.name).toBeNull()
      }
    }
  })

  it('make no product of a vehicle that nothing could find again', () => {
    const code = made.find(({ name }) => name === 'Vehicle to product')?.jsCode ?? ''
    // oxlint-disable-next-line typescript/no-implied-eval -- the code is ours; the engine runs it in its isolate in other tests
    const run = () => new Function('ctx', code)({ input: { vehicle: { make: { name: 'Audi' } } } }) as unknown
    expect(run).toThrow('The vehicle has no unique_code, by which it is found again')
  })

  it('map the rows of the bikes master as the code for one row does', () => {
    const catalogue = made.find(({ name }) => name === 'Bikes catalogue')
    const rows = (JSON.parse(catalogue?.testPayload ?? '') as { catalogue: object[] }).catalogue
    const settings = catalogue?.instances?.find(({ name }) => name === 'products')?.values?.settings
    const rt_context: unknown = JSON.parse(catalogue?.testContext ?? '')
    const run = (code: string | undefined, ctx: { input: unknown; output?: unknown }): unknown => {
      // oxlint-disable-next-line typescript/no-implied-eval -- the code is ours; the engine runs it in its isolate in other tests
      const returned: unknown = new Function('ctx', code ?? '')(Object.assign(ctx, { rt_context }))
      return returned ?? ctx.output
    }
    const mapping = blocks.find(({ name }) => name === 'Map fields')?.code
    const code = made.find(({ name }) => name === 'Row to product')?.jsCode
    const byCode = rows.map((row) => (run(code, { input: { row } }) as { product: unknown }).product)
    const { records } = run(mapping, { input: { records: rows, settings } }) as { records: unknown[] }
    expect(records).toEqual(byCode)
    expect(records).toMatchObject([
      { key: 'BK-1', locale: 'fr-FR', price: 999.5, currency: 'USD', attributes: { color: 'Red' } },
      { key: 'HL-2', attributes: { weight: 0.4 } },
    ])
    expect(records[1]).not.toHaveProperty('currency')
  })
})
