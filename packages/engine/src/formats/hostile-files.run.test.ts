import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileFormat, FileKind, Finding } from '@millrace/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { validateFile } from '../pipelines/validate-file.ts'
import { killAtMiB, validateLimits } from '../sandbox/limits.ts'
import { hostileFiles } from './hostile-files-for-test.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const limits = { stallMs: 8000, runMs: 40_000 }
const mostMiB = killAtMiB({ ...validateLimits, ...limits })

async function validated(name: string, content: Buffer | string, contentType: FileKind, format: FileFormat = {}) {
  const file = path.join(folder, `${Math.random()}.bin`)
  writeFileSync(file, content)
  const findings: Finding[] = []
  try {
    const outcome = await validateFile(
      {
        file: { path: file, size: Buffer.byteLength(content), name, contentType, format },
        rowSchema: null,
        schemas: {},
        tolerance: 0,
        limits,
      },
      {
        log: () => {},
        findings: (batch) => {
          if (findings.length < 1000) findings.push(...batch)
        },
        signal: new AbortController().signal,
      },
    )
    return { ...outcome, findings }
  } finally {
    rmSync(file)
  }
}

const neighbour = () => validated('neighbour.csv', 'a,b\n1,2\n3,4\n', 'csv')

describe('S2: hostile and malformed files, each beside a neighbour', () => {
  it.each(hostileFiles.map((file) => [`${file.kind}: ${file.name}`, file] as const))(
    '%s',
    async (_name, { kind, format, content, ends }) => {
      const [outcome, beside] = await Promise.all([validated('hostile.bin', content(), kind, format), neighbour()])
      const { status, problem, counts, findings, peakMiB } = outcome
      expect(peakMiB).toBeLessThan(mostMiB)
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
    90_000,
  )
})
