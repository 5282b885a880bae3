import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { createSignInLimits } from './sign-in-limits.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const counts = { perAccountAndAddress: 3, perAccount: 6, perAddress: 5, seconds: 600 }
const refused = { code: 42900, message: 'Too many attempts. Please try again later.' }

describe('the counts against guessing', () => {
  it('S5 hold attempts at many accounts made in the same moment by the count of their address', async () => {
    const limits = createSignInLimits(platform, 'spray', counts)
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let made = 0
    const outcomes = Array.from({ length: 20 }, (_, n) =>
      limits
        .attempt(`account ${n}`, '192.0.2.1', async () => {
          made++
          await gate
          return null
        })
        .then(
          () => 'made',
          (error: unknown) => error,
        ),
    )
    // All that will be refused are, while those that are made still wait for their outcome.
    const early = outcomes.map((outcome) => outcome.then((is) => is !== 'made' && refusals.push(is)))
    const refusals: unknown[] = []
    while (refusals.length < 20 - counts.perAddress) await new Promise((next) => setTimeout(next, 10))
    open()
    await Promise.all(early)
    expect(made).toBe(counts.perAddress)
    expect(refusals).toHaveLength(20 - counts.perAddress)
    for (const refusal of refusals) expect(refusal).toMatchObject(refused)
  })

  it('count no attempt that succeeds or cannot be made', async () => {
    const limits = createSignInLimits(platform, 'fair', counts)
    const from = '192.0.2.2'
    for (let n = 0; n < 10; n++) {
      expect(await limits.attempt(`right ${n}`, from, async () => 'in')).toBe('in')
      await expect(limits.attempt(`broken ${n}`, from, () => Promise.reject(new Error('no database')))).rejects.toThrow(
        'no database',
      )
    }
    for (let n = 0; n < counts.perAddress; n++)
      expect(await limits.attempt(`wrong ${n}`, from, async () => null)).toBe(null)
    await expect(limits.attempt('another', from, async () => 'in')).rejects.toMatchObject(refused)
    expect(await limits.attempt('another', '192.0.2.3', async () => 'in')).toBe('in')
  })

  it('let nobody lock an account from one address', async () => {
    const limits = createSignInLimits(platform, 'lock', counts)
    const wrong = () => limits.attempt('victim', '192.0.2.4', async () => null).catch((error: unknown) => error)
    const outcomes = await Promise.all(Array.from({ length: 30 }, wrong))
    expect(outcomes.filter((is) => is === null)).toHaveLength(counts.perAccountAndAddress)
    expect(await limits.attempt('victim', '192.0.2.5', async () => 'in')).toBe('in')
  })
})
