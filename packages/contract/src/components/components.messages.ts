import { z } from 'zod'
import { ListItem, MovedDocument, Reparent } from '../documents/documents.messages.ts'
import { Id, IdList, ISODate, JsonSchema, ValuesByName } from '../primitives.ts'
import { LogLevel } from '../logs/logs.messages.ts'
import { VersionRecord } from '../versions/versions.messages.ts'

const componentKinds = ['workflow', 'forEach', 'instruction', 'function'] as const
export const ComponentKind = z.enum(componentKinds)
export type ComponentKind = z.infer<typeof ComponentKind>

export const ComponentInputPort = z.object({ name: z.string(), inputSchema: JsonSchema })
export const ComponentOutputPort = z.object({ name: z.string(), outputSchema: JsonSchema })
/**
 * `values`: constants for input ports of the instance, by port name (extension). A constant counts as the first link into
 * its port: links that lead there too are merged with it.
 */
export const ComponentInstance = z.object({
  name: z.string(),
  instanceOf: Id,
  values: ValuesByName.optional(),
})
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
  /**
   * A leaf that gives the same result whether it gets the list on its first input whole or in chunks: ready-made blocks
   * that stream.
   */
  recordWise: z.boolean().optional(),
  /** Supplied with the product; nobody edits it. */
  readyMade: z.boolean().optional(),
})
export type Component = z.infer<typeof Component>

/** What the engine and the diagram checks need of a component. */
export type ComponentGraph = Pick<
  Component,
  | '_id'
  | 'name'
  | 'version'
  | 'kind'
  | 'inputs'
  | 'outputs'
  | 'instances'
  | 'links'
  | 'jsCode'
  | 'isDB'
  | 'isIO'
  | 'recordWise'
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

/**
 * What went over one link in a test run (extension). `component` is the path of the diagram the link is drawn in; `count`
 * how many values went over it (records of a list count one by one); `at` and `ms` are milliseconds: from the start of
 * the run to the first value, and spent in the link's own code. `value` is the last value, cut to what a person reads.
 */
export const LinkValue = z.object({
  component: z.string(),
  link: z.string(),
  count: z.number().int(),
  at: z.number(),
  ms: z.number(),
  value: z.unknown(),
  /** The value was longer than what is shown. */
  cut: z.boolean(),
})
export type LinkValue = z.infer<typeof LinkValue>

/**
 * Where the author's code failed (extension): the path of the component, 'Bikes catalogue / Rows', and whose code the line
 * counts in, a component's or "link 'rows to overlay' of Bikes catalogue". `record` and `items` count the items of lists
 * that are run one by one, from 1 and the outermost first.
 */
export const ExecutionFault = z.object({
  message: z.string(),
  component: z.string().nullable(),
  source: z.string().nullable(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  record: z.number().int().nullable(),
  items: z.array(z.number().int()),
})
export type ExecutionFault = z.infer<typeof ExecutionFault>

/** Names a test run for whoever follows its log lines while it runs (extension). */
export const RunName = z.string().min(1).max(100)

/** CMP-019 */
export const ExecutionResult = z.object({
  output: z.unknown(),
  logs: z.array(z.object({ logDate: ISODate, level: LogLevel, message: z.string() })),
  rt_context: z.unknown(),
  links: z.array(LinkValue).optional(),
  fault: ExecutionFault.optional(),
})
export type ExecutionResult = z.infer<typeof ExecutionResult>

/** One version in a hierarchy (CMP-039): `key` is its id, `sources` the keys it is drawn from (D-114). */
export const HierarchyItem = z.object({
  key: Id,
  type: z.string(),
  name: z.string(),
  class_name: z.string(),
  version: z.number().int(),
  vLocked: z.boolean(),
  sources: z.array(Id),
})
export type HierarchyItem = z.infer<typeof HierarchyItem>

/** From a component to all that uses it (CMP-038, D-114): dependencies lead from what is used to what uses it. */
export const Hierarchy = z.object({
  component: HierarchyItem,
  components: z.array(HierarchyItem),
  pipelines: z.array(HierarchyItem),
  dependencies: z.array(z.object({ from: Id, to: Id })),
  bottomComponents: z.array(HierarchyItem),
})
export type Hierarchy = z.infer<typeof Hierarchy>

/** Calls of components (API-056 to API-063); those of their versions are in `versionCalls`. */
export const componentCalls = {
  'GET /components': { query: z.object({ ids: IdList }), reply: z.array(Component) },
  'GET /components/find': { query: z.object({ id: Id }), reply: Component },
  'GET /components/list': { reply: z.array(ListItem) },
  'POST /components': { authored: true, body: ComponentInput, reply: Component },
  'DELETE /components': { query: z.object({ id: Id }), reply: z.object({ deleted: z.array(Id) }) },
  'POST /components/reparent': { body: Reparent, reply: MovedDocument },
  'POST /components/{id}/generate': {
    params: z.object({ id: Id }),
    reply: z.object({ _id: Id, jsCode: z.string(), warnings: z.array(z.string()) }),
  },
  'POST /components/{id}/execute': {
    params: z.object({ id: Id }),
    body: z.object({ payload: z.unknown(), rt_context: z.unknown(), run: RunName.optional() }),
    reply: ExecutionResult,
  },
  'GET /components/{id}/dependencies': { params: z.object({ id: Id }), reply: Hierarchy },
}
