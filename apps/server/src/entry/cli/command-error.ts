/** Something the person at the command line must hear: printed as one sentence, exit code 1. */
export class CommandError extends Error {}
