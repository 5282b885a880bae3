import { describe, expect, it } from 'vitest'
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
