/** Why a schema cannot be used: it is no draft-07 schema, or a reference names no schema of the store (SCH-030). */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly code: 'notExist' | 'invalid'
  /** The reference that names none, or the pattern that is no pattern. */
  readonly detail: string

  constructor(code: 'notExist' | 'invalid', reason: string, detail = '') {
    super(code === 'notExist' ? 'Schema not exist.' : `The schema is not valid: ${reason}`)
    this.code = code
    this.detail = detail
  }

  /** The same with its place, a JSON pointer, at the end of the sentence. */
  at(pointer: string): SchemaError {
    const located = new SchemaError(this.code, '', this.detail)
    located.message = `${this.message} (at schema${pointer})`
    return located
  }
}
