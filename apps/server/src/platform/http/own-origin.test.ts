import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from './own-origin.ts'

describe('S8 pages that may connect', () => {
  const published: [string | undefined, boolean][] = [
    [undefined, true],
    ['https://app.example', true],
    ['http://app.example', false],
    ['https://app.example:8443', false],
    ['https://app.example.evil.example', false],
    // What anybody lets a name of theirs lead to.
    ['http://a.example', false],
    ['http://localhost:3000', false],
    ['http://127.0.0.1:3000', false],
    ['null', false],
    ['', false],
    ['not an address', false],
  ]
  it.each(published)('of https://app.example: %s %s', (origin, own) => {
    expect(isOwnOrigin(origin, 'https://app.example/', 3000)).toBe(own)
  })

  const local: [string, boolean][] = [
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', true],
    ['http://[::1]:3000', true],
    ['http://127.0.0.1:4001', true],
    ['http://127.0.0.1:4002', false],
    ['https://localhost:3000', false],
    ['http://localhost.evil.example:3000', false],
    ['http://192.168.1.5:3000', false],
  ]
  it.each(local)('of http://localhost:3000, listening on 4001: %s %s', (origin, own) => {
    expect(isOwnOrigin(origin, 'http://localhost:3000', 4001)).toBe(own)
  })
})
