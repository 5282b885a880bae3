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

/**
 * A code that was not used yet: each is good once. The one after the current is taken, too, as a phone's clock may be
 * half a minute ahead; only where that is the one that was `used`, this waits.
 */
export async function freshCode(secret: string, used: string): Promise<string> {
  for (;;) {
    const now = oneTimeCode(secret)
    const next = oneTimeCode(secret, Date.now() + codeSeconds * 1000)
    if (used !== next) return used === now ? next : now
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
