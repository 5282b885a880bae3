import { describe, expect, it } from 'vitest'
import { refusedOrigin } from './attach-live.ts'
import { readSubscription, subscriptionKey } from './live.service.ts'

describe('subscriptions', () => {
  it('LOG-019/api one is known by model and ids, in whatever order they come', () => {
    const key = (uploadId: string[]) => subscriptionKey({ model: 'logs', filter: { uploadId } })
    expect(key(['a', 'b'])).toBe(key(['b', 'a', 'b']))
    expect(key(['a'])).not.toBe(key(['b']))
    expect(key(['a'])).not.toBe(subscriptionKey({ model: 'logs', filter: { importId: ['a'] } }))
    expect(subscriptionKey({ model: 'uploads', filter: { _id: ['a'] } })).not.toBe(
      subscriptionKey({ model: 'imports', filter: { _id: ['a'] } }),
    )
  })
  it('refuses what is none with the code of a bad message', () => {
    for (const wrong of [undefined, null, 7, {}, { token: 't', model: 'logs', filter: {} }]) {
      expect(() => readSubscription(wrong)).toThrow(/^Missing field/)
    }
  })
})

describe('refusedOrigin', () => {
  it.each([
    [undefined, null],
    ['http://a.example', null],
    ['https://app.example', null],
    ['https://app.example.evil.example', 'origin not allowed'],
    ['http://app.example', 'origin not allowed'],
    ['null', 'origin not allowed'],
  ])('S8 origin %s: %s', (origin, expected) => {
    expect(refusedOrigin(origin, 'a.example', 'https://app.example/')).toBe(expected)
  })
})
