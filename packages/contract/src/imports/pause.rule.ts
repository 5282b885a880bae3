/** Characters of the reason for which imports are paused. */
export const maxPauseReason = 200

/** Why an import that was started or came due does not begin yet, for those who wait for it. */
export const describePause = (reason: string): string =>
  `Imports are paused: ${reason.replace(/[.\s]+$/, '')}. What is started or comes due begins when they are resumed.`
