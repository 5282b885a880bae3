import { describe, expect, it } from 'vitest'
import { formatWords } from './detected-format.ts'

describe('how a file was read, in words', () => {
  it('says how sure it is of what was found', () => {
    const format = { encoding: 'windows-1252', delimiter: ';', decimal: ',', header: true } as const
    expect(formatWords({ ...format, encodingConfidence: 0.95, confidence: 1 })).toBe(
      'windows-1252 (95 % sure), delimiter semicolon, decimal comma',
    )
    expect(formatWords({ ...format, encodingConfidence: 1, confidence: 0.72 })).toBe(
      'windows-1252, delimiter semicolon (72 % sure), decimal comma',
    )
    expect(formatWords({ decimal: ',', decimalConfidence: 0.981 })).toBe('decimal comma (98 % sure)')
    expect(formatWords({ decimal: '.', decimalConfidence: 0 })).toBe('decimal point (a guess, see the log)')
    expect(formatWords({ ...format })).toBe('windows-1252, delimiter semicolon, decimal comma')
  })

  it('says nothing where nothing was found', () => {
    expect(formatWords(null)).toBe('')
    expect(formatWords({})).toBe('')
  })
})
