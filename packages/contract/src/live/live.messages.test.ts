import { describe, expect, it } from 'vitest'
import { Subscription } from './live.messages.ts'

const ok = (value: unknown) => Subscription.safeParse(value).success

describe('Subscription', () => {
  it('LOG-011/api logs are filtered by a list of uploadId or of importId', () => {
    expect(ok({ token: 't', model: 'logs', filter: { uploadId: ['a'] } })).toBe(true)
    expect(ok({ token: 't', model: 'logs', filter: { importId: ['a', 'b'] }, after: { a: 7 } })).toBe(true)
  })
  it.each([
    ['both lists', { uploadId: ['a'], importId: ['b'] }],
    ['no list', {}],
    ['an empty list', { uploadId: [] }],
    ['another field', { pipelineId: ['a'] }],
    ['too many ids', { uploadId: Array.from({ length: 201 }, (_, i) => `${i}`) }],
  ])('refuses %s', (_, filter) => {
    expect(ok({ token: 't', model: 'logs', filter })).toBe(false)
  })
  it('refuses an unknown model', () => {
    expect(ok({ token: 't', model: 'users', filter: { _id: ['a'] } })).toBe(false)
  })
})
