import { blocks } from '@millrace/engine/blocks/blocks'
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

  it('give blocks settings that their schema knows', () => {
    for (const component of made) {
      for (const { instanceOf, values } of blocksOf(component)) {
        const block = blocks.find((entry) => entry.name === instanceOf)
        const schema = block?.inputs.find((port) => port.name === 'settings')?.inputSchema
        expect(Object.keys(schema?.properties ?? {}), component.name).toEqual(
          expect.arrayContaining(Object.keys(values?.settings as object)),
        )
      }
    }
  })
})
