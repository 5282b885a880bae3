/**
 * Something the person at the command line must hear: printed as one sentence, exit code 1.
 * @param details printed below it, a line each
 */
export class CommandError extends Error {
  readonly details: readonly string[]
  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}
