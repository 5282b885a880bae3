import type { ComponentGraph, JsonSchema } from '@millrace/contract'
import type { PipelineContent } from './pipeline.content.ts'

/**
 * The first enabled source that names no input port of the component, or sink that names no output port, as a sentence;
 * null when all fit (settled point 1). Checked when a pipeline is locked and when it is run.
 */
export function strangerProblem(
  pipeline: Pick<PipelineContent, 'dataSources' | 'dataSinks'>,
  component: Pick<ComponentGraph, 'name' | 'inputs' | 'outputs'>,
): string | null {
  const inputs = new Set(component.inputs.map((port) => port.name))
  const outputs = new Set(component.outputs.map((port) => port.name))
  const source = pipeline.dataSources.find((entry) => entry.enabled && !inputs.has(entry.dataSubKind))
  if (source !== undefined) return `The source ${source.dataSubKind} is no input of the component ${component.name}`
  const sink = pipeline.dataSinks.find((entry) => !outputs.has(entry.name))
  return sink === undefined ? null : `The sink ${sink.name} is no output of the component ${component.name}`
}

/** What a pipeline takes and gives, one property per port of its component (D-106). */
export function portSchemas(component: Pick<ComponentGraph, 'inputs' | 'outputs'>): {
  inputSchema: JsonSchema
  outputSchema: JsonSchema
} {
  const object = (ports: [string, JsonSchema][]): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(ports),
  })
  return {
    inputSchema: object(component.inputs.map((port) => [port.name, port.inputSchema])),
    outputSchema: object(component.outputs.map((port) => [port.name, port.outputSchema])),
  }
}
