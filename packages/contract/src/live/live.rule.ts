/** Ids that one subscription may follow. */
export const maxFollowed = 200
/** Lines of an initial list (D-91), and how many may wait for one push. */
export const initialLogLines = 1000
/** Pushes of one subscription are at least this far apart, in milliseconds: ten a second at most. */
export const pushIntervalMs = 100
/** Imports that a subscription to those of pipelines begins with: the last ones. */
export const maxImportsListed = 50
