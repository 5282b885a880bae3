/**
 * Tests of the official draft-07 suite, the optional ones included, that the validators fail, and why. All others pass
 * in the engine's `createValueValidator` and the app's `createFormValidator`, with the suite's remote schemas in `store`
 * by address (`http://localhost:1234/…`).
 */
export const officialExclusions: { file: string; group: string; reason: string }[] = [
  {
    file: 'optional/content.json',
    group: 'validation of string-encoded content based on media type',
    reason: 'contentMediaType is a note in draft-07, not a rule',
  },
  {
    file: 'optional/content.json',
    group: 'validation of binary string-encoding',
    reason: 'contentEncoding is a note in draft-07, not a rule',
  },
  {
    file: 'optional/content.json',
    group: 'validation of binary-encoded media type documents',
    reason: 'contentEncoding and contentMediaType are notes in draft-07, not rules',
  },
  {
    file: 'optional/cross-draft.json',
    group: 'refs to future drafts are processed as future drafts',
    reason: 'a schema of another draft is not understood',
  },
]

/** Groups of `refRemote.json` fail as a whole where the suite's remote schemas are not in `store`: nothing is fetched. */
export const needsRemoteSchemas = 'refRemote.json'
