import { z } from 'zod'
import { Id, ISODate, JsonSchema } from '../primitives.ts'
import { LogLevel } from '../logs/logs.messages.ts'
import { VersionRecord } from '../versions/versions.messages.ts'

export const componentKinds = ['workflow', 'forEach', 'instruction', 'function'] as const
export const ComponentKind = z.enum(componentKinds)
export type ComponentKind = z.infer<typeof ComponentKind>

export const ComponentInputPort = z.object({ name: z.string(), inputSchema: JsonSchema })
export const ComponentOutputPort = z.object({ name: z.string(), outputSchema: JsonSchema })
export const ComponentInstance = z.object({ name: z.string(), instanceOf: Id })
export type ComponentInputPort = z.infer<typeof ComponentInputPort>
export type ComponentOutputPort = z.infer<typeof ComponentOutputPort>
export type ComponentInstance = z.infer<typeof ComponentInstance>

/** '' in fromInstance or toInstance is the component itself (CMP-007). */
export const ComponentLink = z.object({
  name: z.string(),
  fromInstance: z.string(),
  fromPort: z.string(),
  toInstance: z.string(),
  toPort: z.string(),
  jsCode: z.string(),
  inputSchema: JsonSchema,
  outputSchema: JsonSchema,
})
export type ComponentLink = z.infer<typeof ComponentLink>

/** CMP-002 */
export const Component = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  folder: Id,
  version: z.number().int(),
  sys_version: z.number().int(),
  vLocked: z.boolean(),
  read_only: z.boolean(),
  kind: ComponentKind,
  testPayload: z.string(),
  testContext: z.string(),
  inputs: z.array(ComponentInputPort),
  outputs: z.array(ComponentOutputPort),
  instances: z.array(ComponentInstance),
  links: z.array(ComponentLink),
  jsCode: z.string(),
  isDB: z.boolean(),
  isIO: z.boolean(),
  versions: z.array(VersionRecord),
})
export type Component = z.infer<typeof Component>

/** What the engine and the diagram checks need of a component. */
export type ComponentGraph = Pick<
  Component,
  '_id' | 'name' | 'version' | 'kind' | 'inputs' | 'outputs' | 'instances' | 'links' | 'jsCode' | 'isDB' | 'isIO'
>

export const ComponentInput = z.object({
  _id: Id.optional(),
  name: z.string(),
  folder: Id.optional(),
  sys_version: z.number().int().optional(),
  description: z.string().optional(),
  kind: ComponentKind.optional(),
  testPayload: z.string().optional(),
  testContext: z.string().optional(),
  inputs: z.array(ComponentInputPort).optional(),
  outputs: z.array(ComponentOutputPort).optional(),
  instances: z.array(ComponentInstance).optional(),
  links: z
    .array(ComponentLink.extend({ inputSchema: JsonSchema.optional(), outputSchema: JsonSchema.optional() }))
    .optional(),
  jsCode: z.string().optional(),
  isDB: z.boolean().optional(),
  isIO: z.boolean().optional(),
})
export type ComponentInput = z.input<typeof ComponentInput>

/** Code of a link left empty (CMP-027, D-132). */
export const defaultLinkCode = 'ctx.output = ctx.input;'
/** Test payload and context left empty (CMP-020). */
export const emptyObjectText = '{}'

/** CMP-019 */
export const ExecutionResult = z.object({
  output: z.unknown(),
  logs: z.array(z.object({ logDate: ISODate, level: LogLevel, message: z.string() })),
  rt_context: z.unknown(),
})
export type ExecutionResult = z.infer<typeof ExecutionResult>
