import { describe, expect, it } from 'vitest'
import { killAtMiB, validateLimits } from '../../runs/limits.ts'
import { hostileFiles } from './hostile-files-for-test.ts'
import { validateContent, type ValidatedContent } from '../test-support/validate-for-test.ts'

/** No file may need them; a busy machine takes ten times as long as a quiet one. */
const limits = { stallMs: 45_000, runMs: 180_000 }
const maxMiB = killAtMiB({ ...validateLimits, ...limits })

/** So many files are read at once, and a neighbour with them: each has it beside it, and it has all of them. */
const together = 4

const neighbour = () => validateContent('a,b\n1,2\n3,4\n', 'csv', { name: 'neighbour.csv', limits })

const rounds = new Map<number, { outcomes: Promise<ValidatedContent>[]; beside: Promise<ValidatedContent> }>()

/** Starts the round of a file with its first one. */
function readBeside(index: number): Promise<[ValidatedContent, ValidatedContent]> {
  const first = index - (index % together)
  let round = rounds.get(first)
  if (round === undefined) {
    const attacks = hostileFiles.slice(first, first + together)
    const outcomes = attacks.map(({ kind, format, content }) => validateContent(content(), kind, { format, limits }))
    round = { outcomes, beside: neighbour() }
    rounds.set(first, round)
    // The test of each file says what became of it.
    void Promise.allSettled([...outcomes, round.beside])
  }
  const { outcomes, beside } = round
  const outcome = outcomes[index - first]
  if (outcome === undefined) throw new Error(`there is no file ${index}`)
  return Promise.all([outcome, beside])
}

describe('S2: hostile and malformed files, each beside a neighbour', () => {
  it.each(hostileFiles.map(({ kind, name, ends }, index) => [`${kind}: ${name}`, index, ends] as const))(
    '%s',
    async (_name, index, ends) => {
      const [outcome, beside] = await readBeside(index)
      const { status, problem, counts, findings, peakMiB } = outcome
      expect(peakMiB).toBeLessThan(maxMiB)
      if ('records' in ends) {
        expect({ status, problem, records: counts.records }).toEqual({
          status: 'valid',
          problem: null,
          records: ends.records,
        })
      } else {
        expect({ status, problem }).toMatchObject({ status: 'invalid' })
        if ('problem' in ends) {
          expect(problem).toMatch(/^hostile\.bin: /)
          expect(problem).toMatch(ends.problem)
          // A sentence a person can read, however long what it quotes is.
          expect(problem?.length).toBeLessThan(2000)
        } else {
          expect(problem).toBeNull()
          expect(findings[0]?.message).toMatch(ends.finding)
          expect(findings[0]?.row).toBeGreaterThan(0)
        }
      }
      expect(beside).toMatchObject({ status: 'valid', counts: { records: 2 } })
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
    240_000,
  )
})
