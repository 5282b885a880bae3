import { readFileSync } from 'node:fs'
import type { ComponentGraph, JsonSchema } from '@millrace/contract'
import { schemaIdPrefix } from '@millrace/contract'
import { mappingCode } from '@millrace/contract/components/mapping-code.rule'
import { mapFieldsName } from '@millrace/contract/components/mapping.rule'
import { blockGraph } from '@millrace/engine/blocks/block-for-test'
import { blocks } from '@millrace/engine/blocks/blocks'
import { docsExamples } from '@millrace/engine/docs-examples-for-test'
import { demoComponents } from '@millrace/server/entry/demo/demo-components'
import { demoSchema, demoSchemas } from '@millrace/server/entry/demo/demo-schemas'
import { describe, expect, it } from 'vitest'
import { CodeChecker } from '../apps/web/src/code/checker/code-checker.ts'
import type { CodeScope } from '../apps/web/src/code/code-scope.ts'
import { leafScope, linkScope } from '../apps/web/src/documents/components/model/code-scope.ts'
import { codeLibrary } from './test-code-library.ts'

const checker = new CodeChecker(codeLibrary)

const surroundings = {
  modules: [
    { name: 'lodash', version: '4.18.1' },
    { name: 'dayjs', version: '1.11.23' },
  ],
  connections: ['Shop'],
}
const named = new Map(demoSchemas.map(({ name }) => [name as string, name as string]))
const store = Object.fromEntries(
  demoSchemas.map(({ name, file }) => [schemaIdPrefix + name, demoSchema(file, named)] as const),
)

/** Every piece of code of a component: its own, and that of its links. */
function pieces(graph: ComponentGraph, known: readonly ComponentGraph[]): [string, CodeScope, string][] {
  const draft = { ...graph, description: '', testPayload: '', testContext: '' }
  const own = leafScope(draft, surroundings, graph.recordWise)
  const portsOf = (id: string) => known.find(({ _id }) => _id === id)
  const links = graph.links
    .filter(({ jsCode }) => jsCode.trim() !== '')
    .map((link): [string, CodeScope, string] => [
      `${graph.name}, link ${link.name}`,
      { ...linkScope(draft, link, portsOf, surroundings), store },
      link.jsCode,
    ])
  return own === null ? links : [[graph.name, { ...own, store }, graph.jsCode], ...links]
}

const ready = blocks.map((block) => blockGraph(block, block.name))
const demo = demoComponents.map(({ name, make }): ComponentGraph => {
  const { kind = 'workflow', ...made } = make({ schema: (schema) => schema, component: (component) => component })
  const empty = { inputs: [], outputs: [], instances: [], links: [], jsCode: '', isDB: false, isIO: false }
  return { ...empty, ...made, _id: name, name, version: 1, kind } as ComponentGraph
})

const told = (scope: CodeScope, code: string) =>
  checker.check(scope, code).map(({ from, to, message }) => `${code.slice(from, to)}: ${message}`)

describe('code that works gives no alarm', () => {
  it.each(ready.flatMap((graph) => pieces(graph, [])))('ready-made block %s', (_, scope, code) => {
    expect(told(scope, code)).toEqual([])
  })
  it.each(demo.flatMap((graph) => pieces(graph, [...demo, ...ready])))('demo: %s', (_, scope, code) => {
    expect(told(scope, code)).toEqual([])
  })
})

/** A mapping turned into code, with the ports that it then has. */
it('code that a mapping was turned into gives no alarm', () => {
  const row = { type: 'object', properties: { sku: { type: 'string' }, 'List price': {}, tags: {} }, required: ['sku'] }
  const product = {
    type: 'object',
    properties: { key: { type: 'string' }, title: { type: 'string' }, price: { type: 'number' } },
    required: ['key', 'title', 'price'],
  }
  const list = (items: object) => ({ type: 'array', items })
  const block = blocks.find(({ name }) => name === mapFieldsName)
  const code = mappingCode(
    {
      fields: [
        { to: 'key', from: 'sku' },
        { to: 'title', template: '{sku} {tags}' },
        { to: 'price', from: 'List price', as: 'number' },
        { to: 'locale', fromContext: 'locale.label' },
      ],
    },
    block?.code ?? '',
  )
  const inputs = [{ name: 'records', schema: list(row) }]
  const outputs = [
    { name: 'records', schema: list(product) },
    { name: 'wrong', schema: list(row) },
  ]
  expect(told({ ...surroundings, kind: 'function', inputs, outputs }, code)).toEqual([])
})

const page = readFileSync(new URL('../docs/engine.md', import.meta.url), 'utf8')
const examples = docsExamples(page)

/** A schema that says what the example shows: the names of its fields, those that all have, and their types. */
function schemaOf(values: readonly unknown[]): JsonSchema {
  const kinds = new Set(
    values.map((value) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)),
  )
  const [kind] = kinds
  if (kinds.size !== 1) return {}
  if (kind === 'array') return { type: 'array', items: schemaOf((values as unknown[][]).flat()) }
  if (kind !== 'object') return { type: kind }
  const objects = values as Record<string, unknown>[]
  const names = [...new Set(objects.flatMap((value) => Object.keys(value)))]
  const having = (name: string) => objects.filter((value) => Object.hasOwn(value, name))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, schemaOf(having(name).map((value) => value[name]))])),
    required: names.filter((name) => having(name).length === objects.length),
  }
}

/** The examples whose ports have the schemas that their input and output show. */
const written = examples.flatMap(({ title, components, input, output }) =>
  components.map((graph) => {
    const isRoot = graph === components.at(-1)
    const shown = (values: unknown, port: string) =>
      isRoot && Object.hasOwn(values as object, port) ? schemaOf([(values as Record<string, unknown>)[port]]) : {}
    const fails = isRoot && Object.hasOwn(output as object, 'error')
    const outputs = graph.outputs.map(({ name }) => ({ name, outputSchema: shown(output, name) }))
    return {
      ...graph,
      name: `${title}: ${graph.name}`,
      inputs: graph.inputs.map(({ name }) => ({ name, inputSchema: shown(input, name) })),
      outputs: fails ? [{ name: 'total', outputSchema: { type: 'number' } }] : outputs,
      fails,
    }
  }),
)
const piecesThat = (fail: boolean) =>
  written.filter(({ fails }) => fails === fail).flatMap((graph) => pieces(graph, written))

describe('docs/engine.md', () => {
  it.each(piecesThat(false))('%s', (_, scope, code) => {
    expect(told(scope, code)).toEqual([])
  })
  it('shows one fault, which is marked before any run', () => {
    const [[, scope, code] = [], ...others] = piecesThat(true)
    expect(others).toEqual([])
    expect(told(scope as CodeScope, code as string)).toEqual(["row.price: 'row.price' is possibly 'undefined'."])
  })
  it('shows more than ten pieces of code', () => expect(piecesThat(false).length).toBeGreaterThan(10))
})
