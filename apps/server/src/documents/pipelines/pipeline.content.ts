import { DataSink, DataSource, EndpointInfo, JsonSchema, ListenerInfo } from '@millrace/contract'
import { z } from 'zod'

const Format1 = z.object({
  format: z.literal(1),
  /** Version id of the master; null on masters and on countries that have none yet. */
  masterPipeline: z.string().nullable(),
  component: z.string().nullable(),
  dataSources: z.array(DataSource),
  dataSinks: z.array(DataSink),
  pipelineSchema: JsonSchema,
  inputSchema: JsonSchema,
  outputSchema: JsonSchema,
  endpoints: z.array(EndpointInfo),
  listeners: z.array(ListenerInfo),
  /** Which schema version each reference in pipelineSchema meant at the last save. */
  addresses: z.record(z.string(), z.string()),
})

/** What a pipeline version stores beside the columns that lists filter by. */
export type PipelineContent = z.infer<typeof Format1>

/** Reads stored content of any format this product ever wrote. */
export const parsePipelineContent = (stored: Record<string, unknown>): PipelineContent => Format1.parse(stored)

export const emptyPipeline: PipelineContent = {
  format: 1,
  masterPipeline: null,
  component: null,
  dataSources: [],
  dataSinks: [],
  pipelineSchema: {},
  inputSchema: {},
  outputSchema: {},
  endpoints: [],
  listeners: [],
  addresses: {},
}
