import { describe, expect, it } from 'vitest'
import { killAtMiB, validateLimits } from '../../runs/limits.ts'
import { hostileFiles } from './hostile-files-for-test.ts'
import { validateContent } from '../test-support/validate-for-test.ts'

/** No file may need them; a busy machine takes ten times as long as a quiet one. */
const limits = { stallMs: 45_000, runMs: 180_000 }
const maxMiB = killAtMiB({ ...validateLimits, ...limits })

const neighbour = () => validateContent('a,b\n1,2\n3,4\n', 'csv', { name: 'neighbour.csv', limits })

describe('S2: hostile and malformed files, each beside a neighbour', () => {
  it.each(hostileFiles.map((file) => [`${file.kind}: ${file.name}`, file] as const))(
    '%s',
    async (_name, { kind, format, content, ends }) => {
      const [outcome, beside] = await Promise.all([validateContent(content(), kind, { format, limits }), neighbour()])
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
