import { describe, expect, it } from 'vitest'
import { diskState } from './disk.rule.ts'
import { describeWait, type WaitFacts, waitReasonOf } from './wait-reason.rule.ts'

const free: WaitFacts = { isPaused: false, isBehindOther: false, isPipelineBusy: false, places: 2, running: 1 }

describe('why an import waits', () => {
  it.each<[string, Partial<WaitFacts>, string | null, string]>([
    ['a place is free', {}, null, 'Starts in a moment'],
    ['every place is taken', { running: 2 }, null, 'All workers are busy'],
    ['more run than there are places, as one has just gone', { running: 3 }, null, 'All workers are busy'],
    ['its pipeline runs', { isPipelineBusy: true, running: 2 }, null, 'Another import of this pipeline is running'],
    ['it is a later one of a chain', { isBehindOther: true }, 'Bikes de-DE', 'Its turn comes after Bikes de-DE'],
    ['what is before it is gone', { isBehindOther: true }, null, 'An import before it has not ended'],
    ['imports are paused', { isPaused: true, places: 0, isBehindOther: true }, 'Bikes de-DE', 'Imports are paused'],
    ['nothing could run it', { places: 0, running: 0, isBehindOther: true }, 'Bikes de-DE', 'No worker is running'],
  ])('%s', (_, facts, behind, sentence) => {
    expect(describeWait(waitReasonOf({ ...free, ...facts }), behind)).toBe(sentence)
  })
})

describe('free space', () => {
  it.each([
    [null, null],
    [99, 'short'],
    [100, 'low'],
    [499, 'low'],
    [500, 'enough'],
  ])('%s of 100 at least is %s', (bytes, state) => expect(diskState(bytes, 100)).toBe(state))
})
