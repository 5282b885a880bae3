import { type ComponentLink, defaultLinkCode, type JsonSchema, rowSchemaOf } from '@millrace/contract'
import type { ComponentContent } from './component.content.ts'

/** Ports of the component versions that instances stand for. */
export type PortsById = ReadonlyMap<string, Pick<ComponentContent, 'inputs' | 'outputs'>>
type Ported = Pick<ComponentContent, 'kind' | 'inputs' | 'outputs' | 'instances'>
type LinkInput = Omit<ComponentLink, 'inputSchema' | 'outputSchema'>

/** Inside a forEach its first input and all its outputs carry one item of their list: they are declared as lists, and what it contains works on one item after the other. */
const inside = (component: Ported, schema: JsonSchema, isList: boolean): JsonSchema =>
  component.kind === 'forEach' && isList ? (rowSchemaOf(schema) ?? {}) : schema

function sourceSchema(component: Ported, link: LinkInput, ports: PortsById): JsonSchema {
  if (link.fromInstance === '') {
    const index = component.inputs.findIndex((port) => port.name === link.fromPort)
    const port = component.inputs[index]
    return port === undefined ? {} : inside(component, port.inputSchema, index === 0)
  }
  const instance = component.instances.find((entry) => entry.name === link.fromInstance)
  const outputs = instance === undefined ? [] : (ports.get(instance.instanceOf)?.outputs ?? [])
  return outputs.find((port) => port.name === link.fromPort)?.outputSchema ?? {}
}

function targetSchema(component: Ported, link: LinkInput, ports: PortsById): JsonSchema {
  if (link.toInstance === '') {
    const port = component.outputs.find((entry) => entry.name === link.toPort)
    return port === undefined ? {} : inside(component, port.outputSchema, true)
  }
  const instance = component.instances.find((entry) => entry.name === link.toInstance)
  const inputs = instance === undefined ? [] : (ports.get(instance.instanceOf)?.inputs ?? [])
  return inputs.find((port) => port.name === link.toPort)?.inputSchema ?? {}
}

/** Links as they are stored: empty code copies input to output (CMP-027), schemas come from the ports (CMP-028). */
export const completeLinks = (component: Ported, links: readonly LinkInput[], ports: PortsById): ComponentLink[] =>
  links.map((link) => ({
    name: link.name,
    fromInstance: link.fromInstance,
    fromPort: link.fromPort,
    toInstance: link.toInstance,
    toPort: link.toPort,
    jsCode: link.jsCode.trim() === '' ? defaultLinkCode : link.jsCode,
    inputSchema: sourceSchema(component, link, ports),
    outputSchema: targetSchema(component, link, ports),
  }))
