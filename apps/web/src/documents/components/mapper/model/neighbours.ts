import type { Component, JsonSchema } from '@millrace/contract'
import { defaultLinkCode } from '@millrace/contract/components/defaults.rule'
import { mapFieldsName, type MappingSettings } from '@millrace/contract/components/mapping.rule'
import { rowSchemaOf } from '@millrace/contract/schemas/references.rule'
import { isObject, setOwn } from '@millrace/contract/schemas/schema-keywords'
import type { ComponentDraft, DraftLink } from '../../model/draft.ts'

type Diagram = Pick<ComponentDraft, 'inputs' | 'outputs' | 'instances' | 'links'>
type Components = ReadonlyMap<string, Pick<Component, 'name' | 'readyMade' | 'inputs' | 'outputs'>>

/** Ready-made blocks whose records have the fields that they came with. */
const passing = new Set(['Filter', 'Deduplicate', 'Sort', 'Split', 'Merge', 'Number by locale', 'Date by locale'])

/** What flows into an instance: the schema of the list where it is known, and the own input that it comes from. */
export type Feeding = { schema: JsonSchema | undefined; input: string | undefined }

/** Where the records of an instance come from, through links without code and blocks that leave fields as they are. */
export function feedingOf(diagram: Diagram, components: Components, instance: string, port: string): Feeding {
  return feeding(diagram, components, instance, port, new Set())
}

function feeding(diagram: Diagram, components: Components, to: string, port: string, seen: Set<string>): Feeding {
  const nothing: Feeding = { schema: undefined, input: undefined }
  const link = diagram.links.find((one) => one.toInstance === to && one.toPort === port)
  if (link === undefined || !copies(link) || seen.has(link.fromInstance)) return nothing
  if (link.fromInstance === '') {
    const input = diagram.inputs.find(({ name }) => name === link.fromPort)
    return input === undefined ? nothing : { schema: input.inputSchema, input: input.name }
  }
  const instance = diagram.instances.find(({ name }) => name === link.fromInstance)
  const component = instance && components.get(instance.instanceOf)
  if (instance === undefined || component === undefined) return nothing
  const schema = component.outputs.find(({ name }) => name === link.fromPort)?.outputSchema
  if (namesFields(schema)) return { schema, input: undefined }
  if (component.readyMade && component.name === mapFieldsName)
    return { schema: schemaOfMapping(instance.values?.settings as MappingSettings | undefined), input: undefined }
  const [first] = component.inputs
  if (!component.readyMade || !passing.has(component.name) || first === undefined) return nothing
  return feeding(diagram, components, instance.name, first.name, new Set([...seen, link.fromInstance]))
}

/** The schema of the list that the records of a port end in, found the same way; undefined where none names fields. */
export function fedSchemaOf(
  diagram: Diagram,
  components: Components,
  instance: string,
  ports: readonly string[],
  seen: readonly string[] = [],
): JsonSchema | undefined {
  const links = diagram.links.filter((one) => one.fromInstance === instance && ports.includes(one.fromPort))
  for (const link of links.filter((one) => copies(one) && !seen.includes(one.toInstance))) {
    if (link.toInstance === '') {
      const schema = diagram.outputs.find(({ name }) => name === link.toPort)?.outputSchema
      if (namesFields(schema)) return schema
      continue
    }
    const next = diagram.instances.find(({ name }) => name === link.toInstance)
    const component = next && components.get(next.instanceOf)
    const schema = component?.inputs.find(({ name }) => name === link.toPort)?.inputSchema
    if (namesFields(schema)) return schema
    if (next === undefined || !component?.readyMade || !passing.has(component.name)) continue
    const outputs = component.outputs.map(({ name }) => name).filter((name) => name !== 'wrong')
    const found = fedSchemaOf(diagram, components, next.name, outputs, [...seen, instance])
    if (found !== undefined) return found
  }
  return undefined
}

const copies = ({ jsCode }: DraftLink): boolean => ['', defaultLinkCode].includes(jsCode.trim())

function namesFields(schema: JsonSchema | undefined): boolean {
  const rows = rowSchemaOf(schema) ?? {}
  const named = isObject(rows.properties) ? Object.keys(rows.properties) : []
  return named.length > 0 || ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(rows, keyword))
}

/** The records that another mapping makes, as a schema. */
function schemaOfMapping(settings: MappingSettings | undefined): JsonSchema {
  const properties: Record<string, unknown> = {}
  for (const { to } of settings?.fields ?? []) setOwn(properties, to, {})
  return { type: 'array', items: { type: 'object', properties } }
}
