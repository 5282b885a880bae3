import { describe, expect, it } from 'vitest'
import { previewValue } from './finding-limits.rule.ts'

describe('previewValue', () => {
  it('SCH-034/engine cuts at 200 characters to 100 of head and 100 of tail', () => {
    expect(previewValue('x'.repeat(200))).toHaveLength(200)
    expect(previewValue(`${'a'.repeat(150)}${'b'.repeat(150)}`)).toBe(`${'a'.repeat(100)}…${'b'.repeat(100)}`)
    expect(previewValue({ a: 1 })).toBe('{"a":1}')
    expect(previewValue(undefined)).toBe('')
  })
})
