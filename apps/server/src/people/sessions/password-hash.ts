import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../../platform/semaphore/semaphore.ts'

/**
 * Hashes worked out at once. Each takes one of the four threads that Node also opens files and finds hosts with: were all
 * of them hashing, a flood of sign-ins would hold up everything else, down to new connections to the database.
 */
const maxAtOnce = 2
const semaphore = createSemaphore(maxAtOnce)
const argon2Async = promisify(argon2)
const derive: typeof argon2Async = (algorithm, parameters) => semaphore.run(() => argon2Async(algorithm, parameters))

/** Memory in KiB and passes of one hash. */
type HashCost = { memory: number; passes: number }
/** 19 MiB and two passes, about 40 ms here; the least that OWASP asks of argon2id. */
const storedCost: HashCost = { memory: 19_456, passes: 2 }
const parallelism = 1
const tagLength = 32

/**
 * A password as it may be stored: `argon2id$memory$passes$parallelism$salt$hash`, so that a later cost can differ.
 * @param cost tests make people whose password is cheap to check; everybody else gets the full cost
 */
export async function hashPassword(password: string, cost = storedCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    ...cost,
    parallelism,
    tagLength,
  })
  const numbers = [cost.memory, cost.passes, parallelism]
  return ['argon2id', ...numbers, salt.toString('base64'), hash.toString('base64')].join('$')
}

/**
 * Whether the password is the stored one. Without a stored one (unknown person, no password chosen yet) the answer is
 * no after the same work, so that the time tells nothing (S5).
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = (stored ?? (await decoy())).split('$')
  if (!salt || !hash) throw new Error('a stored password hash is damaged')
  const expected = Buffer.from(hash, 'base64')
  const found = await derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(found, expected) && stored !== null
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'))
  return decoyHash
}
