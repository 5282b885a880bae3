/** Why an import that could run does not yet, the first that holds. */
export const waitReasons = ['paused', 'no worker', 'turn', 'pipeline', 'places', 'start'] as const
export type WaitReason = (typeof waitReasons)[number]

/** What is known of an import that waits. */
export type WaitFacts = {
  /** Whether a super-admin has paused all imports. */
  isPaused: boolean
  /** Whether an import before it in its job has not ended. */
  isBehindOther: boolean
  /** Whether another import of its pipeline runs or is about to. */
  isPipelineBusy: boolean
  /** Imports that all workers which are alive run at once, and how many run now. */
  places: number
  running: number
}

/** Why the import waits. */
export function waitReasonOf({ isPaused, isBehindOther, isPipelineBusy, places, running }: WaitFacts): WaitReason {
  if (isPaused) return 'paused'
  if (places === 0) return 'no worker'
  if (isBehindOther) return 'turn'
  if (isPipelineBusy) return 'pipeline'
  return running >= places ? 'places' : 'start'
}

/** The reason as a sentence without its full stop. `behind`: the pipeline of the import in its way. */
export function describeWait(why: WaitReason, behind: string | null): string {
  switch (why) {
    case 'paused':
      return 'Imports are paused'
    case 'no worker':
      return 'No worker is running'
    case 'turn':
      return behind === null ? 'An import before it has not ended' : `Its turn comes after ${behind}`
    case 'pipeline':
      return 'Another import of this pipeline is running'
    case 'places':
      return 'All workers are busy'
    case 'start':
      return 'Starts in a moment'
  }
}
