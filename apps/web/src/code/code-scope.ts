import type { JsonSchema } from '@millrace/contract'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'

export type CodePort = { name: string; schema: JsonSchema | boolean }

/** What a piece of code is and sees: its kind, its ports, and what it may ask. */
export type CodeScope = {
  /** A link's code has one port on each side: the one it comes from and the one it leads to. */
  kind: 'instruction' | 'function' | 'link'
  inputs: readonly CodePort[]
  /** `shared`: other links or a constant fill the port too, so that each may give a part of the object. */
  outputs: readonly (CodePort & { shared?: boolean })[]
  /** Modules that `require` finds; null where they are not known, so that any name may be one. */
  modules: readonly { name: string; version: string }[] | null
  /** Names of database connections; null where they are not known. */
  connections: readonly string[] | null
  /** Whether there is `ctx.db`, and whether there is `ctx.http`. */
  isDB?: boolean
  isIO?: boolean
  /** Gets its list in chunks, and knows where in the list it is. */
  recordWise?: boolean
  /** The schemas that those of the ports refer to, by address. */
  store?: SchemaStore
}
