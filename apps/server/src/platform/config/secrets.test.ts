import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets } from './aes-secrets.ts'
import { secretKey } from './secret-key.ts'

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'millrace-secret-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

describe('secrets', () => {
  const secrets = createSecrets('one key of the product')

  it('seals a text so that only the same key opens it, never twice alike', () => {
    const text = 'postgresql://user:Pässword@host/db'
    const sealed = secrets.seal(text)
    expect(sealed).not.toContain('ssword')
    expect(secrets.seal(text)).not.toBe(sealed)
    expect(secrets.open(sealed)).toBe(text)
    expect(secrets.open(secrets.seal(''))).toBe('')
    expect(() => createSecrets('another key').open(sealed)).toThrow()
  })

  it('refuses a sealed text that was changed', () => {
    const [version, nonce, tag] = secrets.seal('text').split('.')
    const other = secrets.seal('tuxt').split('.')[3]
    expect(() => secrets.open([version, nonce, tag, other].join('.'))).toThrow()
    expect(() => secrets.open('plain text')).toThrow('not a sealed text')
  })

  it('hashes tokens alike under one key only', () => {
    expect(secrets.hash('token')).toBe(secrets.hash('token'))
    expect(secrets.hash('token')).not.toBe(createSecrets('another key').hash('token'))
  })
})

describe('the key', () => {
  it('is made once and readable by its owner only', () => {
    const key = secretKey({ secret: null, dataFolder })
    expect(key.length).toBeGreaterThan(40)
    expect(secretKey({ secret: null, dataFolder })).toBe(key)
    expect(statSync(join(dataFolder, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it('comes from the environment when given there', () => {
    expect(secretKey({ secret: 'given by the operator', dataFolder: '/nowhere' })).toBe('given by the operator')
  })

  it('says in one sentence when the file is empty or cannot be made', () => {
    writeFileSync(join(dataFolder, 'secret.key'), '')
    expect(() => secretKey({ secret: null, dataFolder })).toThrow('secret.key is empty; restore it')
    writeFileSync(join(dataFolder, 'file'), '')
    expect(() => secretKey({ secret: null, dataFolder: join(dataFolder, 'file') })).toThrow(
      /^The key file .* cannot be read or made/,
    )
  })
})
