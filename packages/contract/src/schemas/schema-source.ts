import { innerSchemas, isObject, keywordShape } from './schema-keywords.ts'

/** A schema where its author wrote it, with the address that relative references in it start from. */
export type Place = { schema: unknown; base: string; source: SchemaSource }

/** `reference` from `base`, or null where that makes no address. */
export function joinAddress(reference: string, base: string): string | null {
  try {
    return new URL(reference, base).href
  } catch {
    return null
  }
}

const withoutFragment = (address: string) => address.split('#', 1)[0] ?? ''

/** One document as its author wrote it, and the places its `$id`s name. */
export class SchemaSource {
  readonly root: Place
  readonly #named = new Map<string, Place>()
  /** Schemas whose `$id` moves the address that references start from. */
  readonly #bases = new Map<unknown, string>()

  /** @param address what the document is called when it has no `$id` of its own */
  constructor(schema: unknown, address: string) {
    const base = joinAddress('', address) ?? 'schema:/'
    this.root = { schema, base: withoutFragment(base), source: this }
    this.#named.set(this.root.base, this.root)
    this.#index(this.root)
    const written = this.root.base
    this.root = { ...this.root, base: this.#baseIn(schema, written) }
    this.#named.set(written, this.root)
  }

  /** The place an absolute address names, with or without a fragment of the form '#name'. */
  named(address: string): Place | undefined {
    return this.#named.get(address)
  }

  /** Follows a JSON pointer, also into what draft-07 does not know; undefined when nothing is there. */
  at(from: Place, pointer: string): Place | undefined {
    let { schema, base } = from
    for (const part of pointer.split('/').slice(1)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
      if ((!isObject(schema) && !Array.isArray(schema)) || !Object.hasOwn(schema, key)) return undefined
      schema = (schema as Record<string, unknown>)[key]
      base = this.baseOf(schema, base)
    }
    return { schema, base, source: this }
  }

  /** The schemas under `definitions`, which only references lead to. */
  *definitions(): Generator<Place> {
    const waiting: Place[] = [this.root]
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      for (const { steps, schema } of innerSchemas(place.schema)) {
        const inner = { schema, base: this.baseOf(schema, place.base), source: this }
        if (keywordShape(steps[0] ?? '') === 'store') yield inner
        waiting.push(inner)
      }
    }
  }

  baseOf(schema: unknown, base: string): string {
    return this.#bases.get(schema) ?? base
  }

  #index(place: Place): void {
    const waiting = [place]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const base = this.#baseIn(next.schema, next.base)
      if (base !== next.base) this.#bases.set(next.schema, base)
      this.#name(next.schema, next.base, base)
      for (const { schema } of innerSchemas(next.schema)) waiting.push({ schema, base, source: this })
    }
  }

  #baseIn(schema: unknown, base: string): string {
    const id = idOf(schema)
    return id === null || id.startsWith('#') ? base : withoutFragment(joinAddress(id, base) ?? base)
  }

  #name(schema: unknown, outer: string, base: string): void {
    const id = idOf(schema)
    const address = id === null ? null : joinAddress(id, outer)
    if (address === null) return
    const [, fragment = ''] = address.split('#')
    const name = fragment === '' ? withoutFragment(address) : address
    // The first of two equal names counts; a document's own name is never taken over by a part of it.
    if (!this.#named.has(name)) this.#named.set(name, { schema, base, source: this })
  }
}

/** `$id` beside `$ref` counts for nothing in draft-07. */
function idOf(schema: unknown): string | null {
  return isObject(schema) && typeof schema.$id === 'string' && typeof schema.$ref !== 'string' ? schema.$id : null
}
