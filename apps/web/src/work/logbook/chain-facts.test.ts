import type { Import, ImportState } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { exampleEnded, exampleImport } from '../imports/imports.examples.ts'
import { chainFacts, chainState } from './chain-facts.ts'

const counts = (read: number, rejected: number): Import['counts'] => ({
  sources: { rows: { read, rejected, written: read - rejected } },
  sinks: { out: { read: read - rejected, rejected: 0, written: read - rejected } },
})
/** One import for each state, of the locale or the name that goes with it. */
const chain = (states: readonly ImportState[], labels: readonly string[] = [], leftOut = 0) =>
  states.map((state, n) => {
    const locale = labels[n] === undefined ? null : { ...exampleTypes.locales[0], label: labels[n] }
    return exampleImport({
      _id: `${n}`,
      state,
      pipeline: examplePipeline({ name: `Country ${n}`, locale: locale as never }),
      counts: state === 'completed' ? counts(10, leftOut) : { sources: {}, sinks: {} },
    })
  })

describe('the state of a chain', () => {
  it.each([
    ['2 of 5 completed, running de-DE', 'busy', ['completed', 'completed', 'progress', 'sequential', 'sequential']],
    ['1 of 4 completed, 1 failed, 1 aborted, running fr-FR', 'busy', ['completed', 'failed', 'aborted', 'busy']],
    ['1 of 2 completed, next it-IT', 'busy', ['completed', 'sequential']],
    ['pending', 'quiet', ['pending', 'pending']],
    ['completed', 'ok', ['completed', 'completed']],
    ['Completed, 1 failed', 'error', ['completed', 'failed', 'completed']],
    ['Completed, 1 failed, 1 aborted', 'error', ['completed', 'failed', 'aborted']],
    ['Completed, 2 aborted', 'warn', ['completed', 'aborted', 'aborted']],
    ['failed', 'error', ['failed', 'failed']],
    ['aborted', 'warn', ['aborted', 'aborted']],
    ['1 failed, 1 aborted', 'error', ['failed', 'aborted']],
  ] as const)('%s', (text, tone, states) => {
    expect(chainState(chain(states, ['en-US', 'it-IT', 'de-DE', 'fr-FR', 'pt-BR']))).toEqual({ text, tone })
  })

  it('says how many records were left out of all of it, where that is the worst', () => {
    expect(chainState(chain(['completed', 'completed'], [], 20))).toEqual({
      text: 'Completed, 40 left out',
      tone: 'warn',
    })
    expect(chainState(chain(['completed', 'failed'], [], 20)).text).toBe('Completed, 1 failed')
  })

  it('names a country where another has its locale, or none has', () => {
    expect(chainState(chain(['completed', 'busy'], ['de-DE', 'de-DE'])).text).toBe(
      '1 of 2 completed, running Country 1',
    )
    expect(chainState(chain(['completed', 'busy'])).text).toBe('1 of 2 completed, running Country 1')
  })
})

describe('the facts of a chain', () => {
  const sink = (name: string) => examplePipeline({ dataSinks: [{ name, format: 'ndjson' }] })
  const first = exampleEnded({
    startedAt: '2026-11-20T16:10:01.000Z',
    endAt: '2026-11-20T16:10:09.000Z',
    pipeline: sink('shop'),
    counts: counts(100, 40),
  })
  const second = exampleEnded({
    startedAt: '2026-11-20T16:10:09.000Z',
    endAt: '2026-11-20T16:11:00.000Z',
    pipeline: sink('shop'),
    counts: counts(7, 0),
  })
  const waiting = exampleImport({ state: 'sequential', startedAt: null, pipeline: sink('table') })

  it('span all of its imports', () => {
    expect(chainFacts([first, second])).toEqual({
      startedAt: '2026-11-20T16:10:01.000Z',
      endAt: '2026-11-20T16:11:00.000Z',
      success: true,
      figures: { in: 107, out: 67, leftOut: 40 },
      destinations: ['shop'],
    })
  })

  it('have no end and no success while one of them waits, and are no success with one that failed', () => {
    expect(chainFacts([first, waiting])).toMatchObject({ endAt: null, success: null, destinations: ['shop', 'table'] })
    expect(chainFacts([first, { ...second, state: 'failed', success: false }]).success).toBe(false)
    expect(chainFacts([waiting])).toMatchObject({ startedAt: null, figures: null })
  })
})
