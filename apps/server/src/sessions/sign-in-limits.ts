import { ApiError, codes, texts } from '@millrace/contract'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Failed attempts within `windowSeconds`; a person mistypes a few times, a guesser thousands (D-18). */
const windowSeconds = 600
const perAccountAndAddress = 10
const perAccount = 100
const perAddress = 200

/**
 * Slows guessing down, per account at one address, per account, and per address. Counted in this process: several
 * processes allow as many times more, which is still no guessing.
 */
export function createSignInLimits() {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: windowSeconds })
  const here = limiter(perAccountAndAddress)
  const account = limiter(perAccount)
  const address = limiter(perAddress)
  const turns = new Map<string, Promise<unknown>>()

  /** Attempts at one account wait for each other, else those made at the same moment would all see a low count. */
  const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work)
    turns.set(key, turn)
    const leave = () => {
      if (turns.get(key) === turn) turns.delete(key)
    }
    turn.then(leave, leave)
    return turn
  }

  return {
    /**
     * Makes an attempt and counts it when it fails.
     * @throws ApiError 42900 without making it, when too many have failed
     */
    attempt<T>(userName: string, from: string, sign: () => Promise<T | null>): Promise<T | null> {
      const key = `${userName} ${from}`
      const counts = [
        { limit: here, key },
        { limit: account, key: userName },
        { limit: address, key: from },
      ]
      return inTurn(key, async () => {
        for (const { limit, key } of counts) {
          const found = await limit.get(key)
          if (found && found.remainingPoints <= 0) throw new ApiError(codes.tooMany, texts.tooManyAttempts)
        }
        const signed = await sign()
        if (signed === null) for (const { limit, key } of counts) await limit.penalty(key)
        else await Promise.all([here.delete(key), account.delete(userName)])
        return signed
      })
    },
  }
}
