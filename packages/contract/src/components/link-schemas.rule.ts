import type { JsonSchema } from '../primitives.ts'
import { rowSchemaOf } from '../schemas/references.rule.ts'
import type { Component } from './components.messages.ts'

/** A component as far as the schemas of its links depend on it. */
type Drawn = Pick<Component, 'kind' | 'inputs' | 'outputs' | 'instances'>
/** Ports of the component version with this id; undefined when there is none. */
export type PortSchemasOf = (componentId: string) => Pick<Component, 'inputs' | 'outputs'> | undefined
/** A port of an instance; '' is the component itself (CMP-007). */
export type PortEnd = { instance: string; port: string }

/**
 * Inside a forEach its first input and all its outputs carry one item of their list: they are declared as lists, and what
 * it contains works on one item after the other.
 */
const inside = (component: Drawn, schema: JsonSchema, isList: boolean): JsonSchema =>
  component.kind === 'forEach' && isList ? (rowSchemaOf(schema) ?? {}) : schema

/** What a link that starts from this port gets (CMP-028); anything where there is no such port. */
export function schemaFrom(component: Drawn, { instance, port }: PortEnd, portsOf: PortSchemasOf): JsonSchema {
  if (instance === '') {
    const index = component.inputs.findIndex(({ name }) => name === port)
    const own = component.inputs[index]
    return own === undefined ? {} : inside(component, own.inputSchema, index === 0)
  }
  const drawn = component.instances.find(({ name }) => name === instance)
  const outputs = drawn === undefined ? [] : (portsOf(drawn.instanceOf)?.outputs ?? [])
  return outputs.find(({ name }) => name === port)?.outputSchema ?? {}
}

/** What a link that leads to this port has to give (CMP-028); anything where there is no such port. */
export function schemaTo(component: Drawn, { instance, port }: PortEnd, portsOf: PortSchemasOf): JsonSchema {
  if (instance === '') {
    const own = component.outputs.find(({ name }) => name === port)
    return own === undefined ? {} : inside(component, own.outputSchema, true)
  }
  const drawn = component.instances.find(({ name }) => name === instance)
  const inputs = drawn === undefined ? [] : (portsOf(drawn.instanceOf)?.inputs ?? [])
  return inputs.find(({ name }) => name === port)?.inputSchema ?? {}
}
