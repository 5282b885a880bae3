import type { Component, ComponentInstance, JsonSchema } from '@millrace/contract'
import { mappingCode } from '@millrace/contract/components/mapping-code.rule'
import type { MappingSettings } from '@millrace/contract/components/mapping.rule'
import type { ComponentDraft } from '../../model/draft.ts'

type Mapping = {
  draft: Pick<ComponentDraft, 'name' | 'testContext'>
  instance: Pick<ComponentInstance, 'name'>
  block: Pick<Component, 'outputs' | 'jsCode'>
  folder: string
  settings: MappingSettings
  /** Of the lists on both sides, where they are known. */
  schemas: { sourceSchema: JsonSchema | undefined; targetSchema: JsonSchema | undefined }
  samples: unknown
}

/** A component whose code does what the mapping does, with the ports of the block. */
export function codeComponent({ draft, instance, block, folder, settings, schemas, samples }: Mapping) {
  const { sourceSchema = { type: 'array', items: { type: 'object' } }, targetSchema } = schemas
  return {
    name: `${draft.name} ${instance.name}`,
    folder,
    kind: 'function' as const,
    description: `Maps records as the settings of ${instance.name} did.`,
    inputs: [{ name: 'records', inputSchema: sourceSchema }],
    outputs: block.outputs.map(({ name, outputSchema }) => ({
      name,
      outputSchema: name === 'records' ? (targetSchema ?? outputSchema) : outputSchema,
    })),
    jsCode: mappingCode(settings, block.jsCode),
    testPayload: JSON.stringify({ records: samples ?? [] }, null, 2),
    testContext: draft.testContext,
  }
}
