import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Finding } from '@millrace/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { validateFile } from '../host/pipelines/validate-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pattern-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file of one column, checked against a pattern in a real runner. */
async function validate(pattern: string, texts: string[]) {
  const file = path.join(folder, `${Math.random()}.json`)
  writeFileSync(file, JSON.stringify(texts.map((code, n) => ({ code, n }))))
  const findings: Finding[] = []
  const rowSchema = { properties: { n: { type: 'integer' }, code: { type: 'string', pattern } } }
  const outcome = await validateFile(
    {
      file: { path: file, size: 1, name: 'codes.json', contentType: 'json', format: {} },
      rowSchema,
      schemas: {},
      tolerance: 0,
    },
    {
      log: () => {},
      findings: (batch) => {
        findings.push(...batch)
        return Promise.resolve()
      },
      signal: new AbortController().signal,
    },
  )
  return { outcome, findings }
}

const long = (text: string) => `${text.repeat(60)}!`

describe('patterns that never end, in a file', () => {
  it.each([
    ['^(a+)+$', long('a'), 'aaa'],
    ['^(a|a)*b$', long('a'), 'aab'],
    ['^([a-z]+)*[a-z]+([a-z]+)*$', long('a'), 'abc'],
    ['(x+x+)+y', long('x'), 'xxy'],
  ])('UPL-019/engine S1 %s is compared in linear time', async (pattern, hostile, fitting) => {
    const { outcome, findings } = await validate(pattern, [fitting, hostile, fitting, ...Array(500).fill(hostile)])
    expect(outcome).toMatchObject({ problem: null, counts: { records: 503, valid: 2, rejected: 501 } })
    expect(findings[0]).toMatchObject({ row: 2, column: 'code', rule: 'pattern', path: '/code' })
    expect(findings[0]?.message).toContain(`does not have the form ${pattern}`)
  })

  it.each([
    // The time of all texts together is over after twelve of them, so that one pattern is enough for hundreds.
    ['^(a+)+\\1$', long('a'), 'aaa', 500],
    ['^(?=(a+)+$)', long('a'), 'aaa', 1],
    ['^(?!(a|aa)+$)(?=(?:a|a)*b)', long('a'), 'aab', 1],
    ['^((a|b)\\2*)+c$', long('a'), 'aac', 1],
  ])(
    'UPL-019/engine S1 %s, which only backtracking can run, is given up with a finding',
    async (pattern, hostile, fitting, more) => {
      const { outcome, findings } = await validate(pattern, [fitting, hostile, fitting, ...Array(more).fill(hostile)])
      expect(outcome).toMatchObject({ problem: null, counts: { records: more + 3, valid: 2, rejected: more + 1 } })
      expect(findings[0]).toMatchObject({ row: 2, column: 'code', rule: 'pattern', path: '/code' })
      expect(findings[0]?.message).toBe(`Field 'code': '${hostile}' takes too long to compare with the form ${pattern}`)
      expect(outcome.groups).toHaveLength(1)
    },
  )
})
