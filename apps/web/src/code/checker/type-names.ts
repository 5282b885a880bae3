/** Names that the declarations mean from outside: no schema may be called so. */
const reserved = [
  'Array',
  'AsyncGenerator',
  'Ctx',
  'Date',
  'Input',
  'Log',
  'Output',
  'Outputs',
  'Connection',
  'HttpTexts',
  'Sandbox',
  'Partial',
  'Promise',
  'Record',
  'Database',
  'DatabaseRow',
  'DatabaseValue',
  'Http',
  'HttpAnswer',
  'HttpOptions',
  'Returned',
  'RunContext',
]

/** Gives each type a name that a person recognises and no other type has: 'Bike row' becomes BikeRow. */
export class TypeNames {
  readonly #taken = new Set(reserved)

  take(wanted: string): string {
    const base = identifierOf(wanted)
    for (let n = 1; ; n++) {
      const name = n === 1 ? base : `${base}${n}`
      if (this.#taken.has(name)) continue
      this.#taken.add(name)
      return name
    }
  }
}

function identifierOf(text: string): string {
  const words = text.match(/[\p{L}\p{N}_$]+/gu) ?? []
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return /^[\p{L}_$]/u.test(name) ? name : `Value${name}`
}
