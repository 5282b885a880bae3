import { ApiError, codes, texts } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import { countAttempt, forgetAttempts, isReached, type Limit, takeBackAttempt } from './attempt-counts.repository.ts'

type Counts = { perAccountAndAddress: number; perAccount: number; perAddress: number; seconds: number }

/** A person mistypes a few times, a guesser thousands (D-18). */
export const passwordCounts: Counts = { perAccountAndAddress: 10, perAccount: 100, perAddress: 200, seconds: 600 }
/**
 * A code has a million values of which three are good at a time. Twenty an hour from anywhere leave who has the
 * password one chance in seven hundred for each day of trying.
 */
export const codeCounts: Counts = { perAccountAndAddress: 10, perAccount: 20, perAddress: 200, seconds: 3600 }

const tooManyAttempts = () => new ApiError(codes.tooMany, texts.tooManyAttempts)

/** Counts one attempt under each limit. @throws ApiError 42900 when one of them is passed with it */
export async function limitAttempts(db: Connection, limits: readonly Limit[], now: Date): Promise<void> {
  if (await countAttempt(db, limits, now)) throw tooManyAttempts()
}

/**
 * Slows guessing down, per account at one address, per account, and per address. The counts lie in the database, so
 * that all processes have one; while it cannot be reached nobody signs in anyway, and no attempt goes uncounted.
 */
export function createSignInLimits(
  { db, secrets, now }: Pick<Platform, 'db' | 'secrets' | 'now'>,
  purpose: string,
  { perAccountAndAddress, perAccount, perAddress, seconds }: Counts,
) {
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

  function limitsOf(userName: string, address: string): { own: Limit[]; from: Limit } {
    const from = addressKey(address)
    const limit = (what: string, max: number): Limit => ({ key: secrets.hash(`${purpose} ${what}`), max, seconds })
    return {
      own: [limit(`at ${from} ${userName}`, perAccountAndAddress), limit(`for ${userName}`, perAccount)],
      from: limit(`from ${from}`, perAddress),
    }
  }
  const keysOf = (limits: readonly Limit[]): string[] => limits.map(({ key }) => key)

  return {
    /** Who has shown otherwise who they are begins anew from where they did: failures are what they forgot. */
    forgive: (tx: Connection, userName: string, address: string): Promise<void> =>
      forgetAttempts(tx, keysOf(limitsOf(userName, address).own)),

    /**
     * Makes an attempt, which stays counted when it fails. It is counted before it is made: attempts at many accounts
     * in the same moment would else all see a low count of their address.
     * @throws ApiError 42900 without making it, when too many have failed or are under way
     */
    attempt<T>(userName: string, address: string, sign: () => Promise<T | null>): Promise<T | null> {
      const { own, from } = limitsOf(userName, address)
      const limits = [...own, from]
      const takeBack = () => takeBackAttempt(db, keysOf(limits))
      return inTurn(keysOf(own).join(), async () => {
        if (await isReached(db, limits, now())) throw tooManyAttempts()
        if (await countAttempt(db, limits, now())) {
          await takeBack()
          throw tooManyAttempts()
        }
        let signed: T | null
        try {
          signed = await sign()
        } catch (error) {
          await takeBack()
          throw error
        }
        if (signed !== null) {
          await takeBackAttempt(db, [from.key])
          await forgetAttempts(db, keysOf(own))
        }
        return signed
      })
    },
  }
}
