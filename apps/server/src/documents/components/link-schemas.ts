import { type ComponentLink, defaultLinkCode } from '@millrace/contract'
import { schemaFrom, schemaTo } from '@millrace/contract/components/link-schemas.rule'
import type { ComponentContent } from './component.content.ts'

/** Ports of the component versions that instances stand for. */
export type PortsById = ReadonlyMap<string, Pick<ComponentContent, 'inputs' | 'outputs'>>
type Ported = Pick<ComponentContent, 'kind' | 'inputs' | 'outputs' | 'instances'>
type LinkInput = Omit<ComponentLink, 'inputSchema' | 'outputSchema'>

/** Links as they are stored: empty code copies input to output (CMP-027), schemas come from the ports (CMP-028). */
export function completeLinks(component: Ported, links: readonly LinkInput[], ports: PortsById): ComponentLink[] {
  const portsOf = (id: string) => ports.get(id)
  return links.map(({ name, fromInstance, fromPort, toInstance, toPort, jsCode }) => ({
    name,
    fromInstance,
    fromPort,
    toInstance,
    toPort,
    jsCode: jsCode.trim() === '' ? defaultLinkCode : jsCode,
    inputSchema: schemaFrom(component, { instance: fromInstance, port: fromPort }, portsOf),
    outputSchema: schemaTo(component, { instance: toInstance, port: toPort }, portsOf),
  }))
}
