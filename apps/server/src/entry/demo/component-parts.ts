import { type ComponentInput, listOfSchema } from '@millrace/contract'
import type { DemoSchema } from './demo-schemas.ts'

/** Version ids of what was made before, by name. */
export type MadeIds = { schema(name: DemoSchema): string; component(name: string): string }
export type DemoComponent = { name: string; folder: string; make(made: MadeIds): Omit<ComponentInput, 'name'> }

type Link = NonNullable<ComponentInput['links']>[number]
type End = readonly [instance: string, port: string]

/** The component itself as one end of a link. */
export const own = ''

/** A link; without code it hands on what it gets. Named by its ends, which makes the name unique. */
export const link = (from: End, to: End, jsCode = ''): Link => ({
  name: `${from.filter((part) => part !== own).join('.')} to ${to.filter((part) => part !== own).join('.')}`,
  fromInstance: from[0],
  fromPort: from[1],
  toInstance: to[0],
  toPort: to[1],
  jsCode,
})

/** Any text, and a list of any records. */
export const text = { type: 'string' }
export const records = { type: 'array', items: { type: 'object' } }
/** An instance of a ready-made block with its settings. */
export const block = (made: MadeIds, name: string, instanceOf: string, settings: object) => ({
  name,
  instanceOf: made.component(instanceOf),
  values: { settings },
})
const testLocale = { locale: { language: 'fr', country: 'FR', label: 'fr-FR' }, brand: { name: 'Adventure Works' } }
/** What the test bench begins with. */
export const sample = (payload: unknown) => ({
  testPayload: JSON.stringify(payload, null, 2),
  testContext: JSON.stringify(testLocale, null, 2),
})

/** What every pipeline of the demo hands to its two sinks. */
export const sinks = (made: MadeIds, schema: DemoSchema) => [
  { name: 'warehouse', outputSchema: listOfSchema(made.schema(schema)) },
  { name: 'catalogue_file', outputSchema: listOfSchema(made.schema(schema)) },
]
export const toSinks = (from: End): Link[] => [link(from, [own, 'warehouse']), link(from, [own, 'catalogue_file'])]
