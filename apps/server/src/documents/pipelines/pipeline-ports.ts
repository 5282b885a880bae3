import type { ComponentGraph, JsonSchema } from '@millrace/contract'
import { checkPorts } from '@millrace/engine/host/pipelines/check-ports'
import type { PipelineContent } from './pipeline.content.ts'

/**
 * The first enabled source that names no input port of the component, or sink that names no output port, as a sentence;
 * null when all fit. Checked when a pipeline is locked and when it is run.
 */
export const findUnknownPort = (
  pipeline: Pick<PipelineContent, 'dataSources' | 'dataSinks'>,
  component: Pick<ComponentGraph, 'name' | 'inputs' | 'outputs'>,
): string | null =>
  checkPorts(
    component,
    pipeline.dataSources.filter((source) => source.enabled),
    pipeline.dataSinks,
  )

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
