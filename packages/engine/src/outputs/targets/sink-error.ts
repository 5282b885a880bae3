/**
 * A sink that cannot take the run. `stale`: another attempt owns the import, this one must stop in silence;
 * `connection`: the database is out of reach, a later attempt may succeed; the others need a person.
 */
export class SinkError extends Error {
  override readonly name = 'SinkError'
  readonly code: 'connection' | 'target' | 'data' | 'stale'

  constructor(code: 'connection' | 'target' | 'data' | 'stale', message: string) {
    super(message)
    this.code = code
  }
}
