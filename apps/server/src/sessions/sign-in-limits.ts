import { ApiError, codes, texts } from '@millrace/contract'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Failed attempts within `windowSeconds`; a person mistypes a few times, a guesser thousands (D-18). */
const windowSeconds = 600
const perAccountAndAddress = 10
const perAccount = 100
const perAddress = 200

/**
 * Slows guessing down, per account at one address, per account, and per address. Each attempt is counted before the
 * password is looked at, so that many at once count too, and given back when it was right. Counted in this process:
 * several processes allow as many times more, which is still no guessing.
 */
export function createSignInLimits() {
  const limiter = (points: number) =>
    new RateLimiterMemory({ points, duration: windowSeconds, blockDuration: windowSeconds })
  const here = limiter(perAccountAndAddress)
  const account = limiter(perAccount)
  const address = limiter(perAddress)
  return {
    /** @throws ApiError 42900 */
    async attempt(userName: string, from: string): Promise<void> {
      try {
        await address.consume(from)
        await account.consume(userName)
        await here.consume(`${userName} ${from}`)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw new ApiError(codes.tooMany, texts.tooManyAttempts)
        throw refusal
      }
    },
    async succeeded(userName: string, from: string): Promise<void> {
      await address.reward(from)
      await account.delete(userName)
      await here.delete(`${userName} ${from}`)
    },
  }
}
