import type { JsonSchema } from '@millrace/contract'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { callBlock } from './block-for-test.ts'
import { blocks } from './blocks.ts'

const settingsOf = (block: (typeof blocks)[number]): JsonSchema =>
  block.inputs.find((port) => port.name === 'settings')?.inputSchema ?? {}

/** Every named setting at any depth. */
function* named(schema: JsonSchema): Generator<[string, JsonSchema]> {
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    yield [name, inner]
    yield* named(inner)
  }
  if (schema.items !== undefined) yield* named(schema.items as JsonSchema)
}

describe('ready-made blocks', () => {
  it('are those that the product promises, each once', () => {
    expect(blocks.map((block) => block.name)).toEqual([
      'Filter',
      'Map fields',
      'Join',
      'Lookup',
      'Group',
      'Deduplicate',
      'Sort',
      'Split',
      'Merge',
      'Number by locale',
      'Date by locale',
      'SQL query',
      'HTTP request',
    ])
  })

  it.each(blocks)('$name: its code stands alone and is commented', ({ code, kind, isDB, isIO }) => {
    expect(code).toMatch(/^\/\*\*\n? \*? ?[A-Z]/)
    expect(code).not.toMatch(/^(?:import|export) /m)
    expect(kind === 'instruction').toBe(isDB || isIO)
    if (kind === 'function') expect(code).not.toMatch(/\bawait\b/)
  })

  it.each(blocks)('$name: each setting has a title and says what it does, and its code knows it', (block) => {
    const all = [...named(settingsOf(block))]
    expect(all.length).toBeGreaterThan(0)
    for (const [name, schema] of all) {
      expect(schema.title, name).toMatch(/^[A-Z]/)
      expect(schema.description, name).toMatch(/\.$/)
      expect(block.code, name).toContain(`'${name}'`)
      if (Array.isArray(schema.enum)) {
        // The first is the default in both.
        expect(schema.default).toBe(schema.enum[0])
        const choices = schema.enum.map((value) => `'${String(value)}'`).join(',\\s*')
        expect(block.code, name).toMatch(new RegExp(`\\[\\s*${choices},?\\s*\\]`))
      }
    }
  })

  it.each(blocks)('$name: its sample fits the settings and runs', async (block) => {
    const payload = block.testPayload as Record<string, unknown>
    const fits = new Ajv({ strict: true }).compile(settingsOf(block))
    expect(fits(payload.settings), JSON.stringify(fits.errors)).toBe(true)
    expect(Object.keys(payload)).toEqual(block.inputs.map((port) => port.name))
    const output = await Promise.resolve(callBlock(block.name, payload, { context: block.testContext }))
    expect(Object.keys(output)).toEqual(block.outputs.map((port) => port.name))
    if (block.kind === 'function') expect(Object.values(output).flat().length).toBeGreaterThan(0)
  })
})
