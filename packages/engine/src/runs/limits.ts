/** What one runner process may use. Times in milliseconds, memory in MiB. */
export type RunnerLimits = {
  /** Heap of the isolate that runs component code. */
  isolateMiB: number
  /** What parsing, validating and encoding in the runner's own heap may take on top. */
  parserMiB: number
  /** How far an isolate may overshoot before the poll sees it: a kill at limit + 300 let runs reach limit + 330. */
  overshootMiB: number
  /** One call into component code: a batch of records, or one gathered list. */
  callMs: number
  /** Reading the sources of a program: V8 alone works, no author's code runs, so it may take long on a busy machine. */
  loadMs: number
  /** How much later than callMs the parent ends a process whose isolate did not obey. */
  graceMs: number
  /** A runner without a heartbeat for so long hangs in a parser or a pattern. */
  stallMs: number
  runMs: number
  /** Lines per level and run, characters of one line, characters per level and run. */
  logLines: number
  logLine: number
  logChars: number
  /** Characters of a test run's result. */
  resultChars: number
  /** Bytes of one message between runner and parent. */
  frameBytes: number
  /** Bytes of a file that it is given to write; without one it can write none. */
  fileBytes: number
  /** Bytes a run may write to all its sinks. */
  outputBytes: number
  /** ctx.db and ctx.http: requests of a run, of them unanswered at once, characters of a request and of a reply. */
  requests: number
  requestsAtOnce: number
  requestChars: number
  replyChars: number
  /** Time a run may wait for the host's replies, all together. */
  servedMs: number
  /** Records per call, and calls under way at once. */
  batch: number
  inFlight: number
}

export const importLimits: RunnerLimits = {
  isolateMiB: 192,
  parserMiB: 256,
  overshootMiB: 200,
  callMs: 20_000,
  loadMs: 20_000,
  graceMs: 1000,
  stallMs: 10_000,
  runMs: 30 * 60_000,
  logLines: 1000,
  logLine: 4096,
  logChars: 1 << 20,
  resultChars: 8 << 20,
  frameBytes: 16 << 20,
  fileBytes: 0,
  outputBytes: 2 ** 31,
  requests: 1_000_000,
  requestsAtOnce: 1000,
  requestChars: 1 << 20,
  replyChars: 16 << 20,
  servedMs: 20 * 60_000,
  batch: 250,
  inFlight: 3,
}

/** Validation runs no component code, so its process has no isolate to leave room for. */
export const validateLimits: RunnerLimits = { ...importLimits, isolateMiB: 0, parserMiB: 512, overshootMiB: 100 }

export const executeLimits: RunnerLimits = {
  ...importLimits,
  isolateMiB: 128,
  parserMiB: 100,
  callMs: 5000,
  loadMs: 5000,
  stallMs: 5000,
  runMs: 15_000,
  requests: 10_000,
  servedMs: 10_000,
}

/** A process that serves an endpoint: no end of its own, and a call that takes too long is ended without another grace. */
export const endpointLimits: RunnerLimits = {
  ...executeLimits,
  parserMiB: 128,
  graceMs: 0,
  stallMs: 6000,
  runMs: Number.MAX_SAFE_INTEGER,
  requests: Number.MAX_SAFE_INTEGER,
  resultChars: 4 << 20,
  frameBytes: 32 << 20,
}

/** Resident memory at which a runner is killed. */
export const killAtMiB = (limits: RunnerLimits): number => limits.isolateMiB + limits.parserMiB + limits.overshootMiB
