import type { JsonSchema } from '../primitives.ts'

/** A port of a component, by its name or with more. */
type Port = { name: string } | string
type Ports = { name: string; inputs: readonly Port[]; outputs: readonly Port[] }
/** Something of a pipeline that is not right: its place in the pipeline as a JSON pointer, and a sentence. */
export type PlacedFault = { pointer: string; message: string }

const nameOf = (port: Port): string => (typeof port === 'string' ? port : port.name)

/**
 * Each source that names no input and each sink that names no output of the component, with the names there are. Checked
 * while a pipeline is edited, when it is locked and at each run.
 */
export function findUnknownPorts(
  component: Ports,
  sources: readonly { dataSubKind: string; enabled?: boolean }[],
  sinks: readonly { name: string }[],
): PlacedFault[] {
  const inputs = component.inputs.map(nameOf)
  const outputs = component.outputs.map(nameOf)
  const listed = (names: readonly string[]) => names.join(', ') || 'none'
  return [
    ...sources.flatMap(({ dataSubKind, enabled }, at) =>
      enabled === false || inputs.includes(dataSubKind)
        ? []
        : [
            {
              pointer: `/dataSources/${at}/dataSubKind`,
              message: `The data source '${dataSubKind}' is no input of ${component.name} (${listed(inputs)})`,
            },
          ],
    ),
    ...sinks.flatMap(({ name }, at) =>
      outputs.includes(name)
        ? []
        : [
            {
              pointer: `/dataSinks/${at}/name`,
              message: `The data sink '${name}' is no output of ${component.name} (${listed(outputs)})`,
            },
          ],
    ),
  ]
}

type SchemaPorts = {
  inputs: readonly { name: string; inputSchema: JsonSchema }[]
  outputs: readonly { name: string; outputSchema: JsonSchema }[]
}

/** What a pipeline takes and gives, one property per port of its component (D-106). */
export function portSchemas(component: SchemaPorts): { inputSchema: JsonSchema; outputSchema: JsonSchema } {
  const object = (ports: [string, JsonSchema][]): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(ports),
  })
  return {
    inputSchema: object(component.inputs.map((port) => [port.name, port.inputSchema])),
    outputSchema: object(component.outputs.map((port) => [port.name, port.outputSchema])),
  }
}

/** The names of the ports that `portSchemas` wrote down. */
export const portsOfSchema = (schema: JsonSchema): string[] => Object.keys(schema.properties ?? {})
