import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const version = 'v1'

/**
 * Secrets under one key: AES-256-GCM to seal, HMAC-SHA256 to hash, each with a key of its own derived from `key`.
 * A sealed text is `v1.nonce.tag.text` in base64url.
 */
export function createSecrets(key: string): Secrets {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', key, 'millrace', purpose, 32))
  const sealKey = derived('seal')
  // As bytes it would be made a key anew for each token, which takes five times as long as the hash.
  const hashKey = createSecretKey(derived('hash'))
  return {
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [version, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed) {
      const [found, nonce, tag, body] = sealed.split('.')
      if (found !== version || !nonce || !tag || body === undefined) throw new Error('not a sealed text')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, Buffer.from(nonce, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return decipher.update(body, 'base64url', 'utf8') + decipher.final('utf8')
    },
    hash: (token) => createHmac('sha256', hashKey).update(token).digest('base64url'),
  }
}
