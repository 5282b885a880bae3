import { generateSync } from 'otplib'
import { describe, expect, it } from 'vitest'
import { createOneTimeSecret, secretAsPicture, stepOfCode } from './one-time-code.ts'

/** '12345678901234567890', the secret of RFC 6238, appendix B, as base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('stepOfCode', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('takes the codes of RFC 6238: at %i %s', (seconds, code) => {
    expect(stepOfCode(secret, code, -1, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('takes the code one step before and after, none further off', () => {
    const step = 40_000_000
    const codeAt = (of: number) => generateSync({ secret, epoch: of * 30 })
    const now = at(step * 30 + 15)
    const taken = [-3, -2, -1, 0, 1, 2, 3].map((off) => stepOfCode(secret, codeAt(step + off), -1, now))
    expect(taken).toEqual([null, null, step - 1, step, step + 1, null, null])
  })

  it('takes no code twice, and none older than one that was taken', () => {
    expect(stepOfCode(secret, '287082', 0, at(59))).toBe(1)
    expect(stepOfCode(secret, '287082', 1, at(59))).toBeNull()
    expect(stepOfCode(secret, '287082', 2, at(59))).toBeNull()
  })

  it.each(['', '28708', '2870820', '28708a', '-87082', 'abcdefghjk'])('%j is no code', (code) => {
    expect(stepOfCode(secret, code, -1, at(59))).toBeNull()
  })
})

it('a secret has 160 bits and is another each time', () => {
  expect(createOneTimeSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(createOneTimeSecret()).not.toBe(createOneTimeSecret())
})

it('the picture is an image of its own, black on white', () => {
  const url = secretAsPicture({ secret, issuer: 'Import & Co', userName: 'zoë.østergård' })
  expect(url).toMatch(/^data:image\/svg\+xml;base64,/)
  const svg = Buffer.from(url.split(',')[1] ?? '', 'base64').toString()
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 /)
  expect(svg).toContain('fill="#fff"')
  expect(svg).toContain('fill="#000"')
})
