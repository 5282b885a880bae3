import { createHmac } from 'node:crypto'

/** Seconds a code is good for. */
const codeSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code an authenticator app shows for a secret at a moment (RFC 6238: SHA-1, 6 digits, 30 s), worked out apart from the server's own library. */
export function oneTimeCode(secret: string, at: number = Date.now()): string {
  let bits = ''
  for (const letter of secret.replace(/\s/g, '').toUpperCase()) {
    bits += alphabet.indexOf(letter).toString(2).padStart(5, '0')
  }
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1000 / codeSeconds)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const start = (digest[19] as number) & 15
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A phone whose clock is right, told at each code how the one before it was counted. */
export type Phone = { secret: string; lastStep: number }

const stepMs = codeSeconds * 1000
/** Below this, the step before the present one may be over before the server has read its code. */
const marginMs = 8000

/**
 * A code that was not used yet: each is good once. Those of the steps before and after the present one are taken too,
 * as a phone's clock may be half a minute off; only where all three were used, this waits for the next step.
 */
export async function freshCode(phone: Phone): Promise<string> {
  for (;;) {
    const present = Math.floor(Date.now() / stepMs)
    const isBeforeSafe = stepMs - (Date.now() % stepMs) > marginMs
    const step = Math.max(phone.lastStep + 1, isBeforeSafe ? present - 1 : present)
    if (step <= present + 1) {
      phone.lastStep = step
      return oneTimeCode(phone.secret, step * stepMs)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
