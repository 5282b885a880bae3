import { z } from 'zod'
import { Id, Json } from '../primitives.ts'
import { VersionRecord } from '../versions/versions.messages.ts'
import type { FieldGroup, FieldState } from './inheritance.rule.ts'

const states = ['inherited', 'overridden', 'drifted', 'own'] as const satisfies FieldState[]
const groups = ['classification', 'sources', 'sinks', 'schema'] as const satisfies FieldGroup[]

/** One field of one country; null of a value is absent. `own` and `stored` are left out where they are the newest value. */
const CountryCell = z.object({
  state: z.enum(states),
  /** Inherited, and another value once the newest version is rolled out. */
  behind: z.boolean(),
  own: Json.optional(),
  stored: Json.optional(),
})
export type CountryCell = z.infer<typeof CountryCell>

/** A row of the matrix: a field by its JSON pointer, with the value of the master's newest version. */
const CountryField = z.object({ pointer: z.string(), group: z.enum(groups), newest: Json })
export type CountryField = z.infer<typeof CountryField>

/** The newest version of a country pipeline and what it has of each field, in the order of the fields. */
const CountryColumn = z.object({
  _id: Id,
  name: z.string(),
  version: z.number().int(),
  vLocked: z.boolean(),
  sys_version: z.number().int(),
  locale: z.string().nullable(),
  /** The master version that it stores. */
  master: z.object({ _id: Id, version: z.number().int() }),
  /** Whether the caller may change it; of a locked version, whether the caller may make a new draft (D-96). */
  writable: z.boolean(),
  /** null: a field that this country has in another shape. */
  cells: z.array(CountryCell.nullable()),
})
export type CountryColumn = z.infer<typeof CountryColumn>

const CountryMatrix = z.object({
  master: VersionRecord.pick({ _id: true, version: true, vLocked: true }).extend({
    name: z.string(),
    sys_version: z.number().int(),
  }),
  fields: z.array(CountryField),
  countries: z.array(CountryColumn),
})
export type CountryMatrix = z.infer<typeof CountryMatrix>

const Pointers = z.array(z.string().min(1).max(500)).max(1000)

/** What became of one country: its new draft, or why nothing was done. Pointers of fields. */
const RolledOutCountry = z.object({
  /** As it was sent. */
  country: Id,
  name: z.string(),
  _id: Id.nullable(),
  version: z.number().int().nullable(),
  changed: z.array(z.string()),
  kept: z.array(z.string()),
  error: z.string().nullable(),
})
export type RolledOutCountry = z.infer<typeof RolledOutCountry>

export const countryCalls = {
  /** `id`: any version of the master; compared with its newest version. */
  'GET /pipelines/countries': { query: z.object({ id: Id }), reply: CountryMatrix },
  /** Sets fields back to the values of the master version that the country stores. */
  'POST /pipelines/countries/take-over': {
    body: z.object({ country: Id, sys_version: z.number().int(), pointers: Pointers.min(1) }),
    reply: z.object({ _id: Id, version: z.number().int(), sys_version: z.number().int() }),
  },
  /** `sys_version`: that of the master, so that nothing is rolled out that was not shown. `takeOver`: overrides that go. */
  'POST /pipelines/countries/roll-out': {
    body: z.object({
      master: Id,
      sys_version: z.number().int(),
      countries: z
        .array(z.object({ id: Id, sys_version: z.number().int(), takeOver: Pointers.optional() }))
        .min(1)
        .max(1000),
    }),
    reply: z.array(RolledOutCountry),
  },
}
