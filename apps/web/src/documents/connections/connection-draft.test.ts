import { describe, expect, it } from 'vitest'
import {
  type ConnectionDraft,
  describeOptions,
  draftOf,
  emptyConnection,
  inputOf,
  leadsElsewhere,
  readPasted,
  validateConnection,
} from './connection-draft.ts'
import { exampleConnection } from './connections.examples.ts'

const typed: ConnectionDraft = {
  ...emptyConnection,
  ...{ name: ' shop ', host: ' db.example ', user: 'a@b', password: 'c/d', database: 'x y' },
}
const stored = exampleConnection()

describe('the form of a connection', () => {
  it('makes an address of its parts, and an edited one of nothing but what changed', () => {
    expect(inputOf(typed, null)).toEqual({
      ...{ name: 'shop', type: 'postgresql', options: {}, tags: [] },
      cnxString: 'postgresql://a%40b:c%2Fd@db.example:5432/x%20y',
    })
    const { _id, ...same } = stored
    expect(inputOf(draftOf(stored), stored)).toEqual(same)
    expect(leadsElsewhere(draftOf(stored), stored)).toBe(false)
    const renamed = { ...draftOf(stored), name: 'other', schema: '' }
    expect(inputOf(renamed, stored)).toEqual({ ...same, name: 'other', options: {} })
    expect(leadsElsewhere(renamed, stored)).toBe(true)
    expect(inputOf({ ...draftOf(stored), password: 'new', tls: 'off' }, stored).cnxString).toBe(
      'postgresql://loader:new@db.example.org:5432/warehouse',
    )
  })

  it('keeps options it knows nothing of, and reads encryption from options, too', () => {
    const odd = exampleConnection({ cnxString: 'mysql://a@b:3306/', type: 'mysql', options: { ca: 'PEM', note: 1 } })
    expect(draftOf(odd)).toMatchObject({ tls: 'checked', ca: 'PEM', database: '' })
    expect(inputOf(draftOf(odd), odd).options).toEqual({ ca: 'PEM', note: 1 })
    expect(inputOf({ ...draftOf(odd), tls: 'off' }, odd).options).toEqual({ note: 1 })
    expect(describeOptions({ schema: 'sales', ca: 'PEM', ssl: true })).toBe(
      'schema: sales, own certificate authority, ssl: true',
    )
  })

  it.each<[Partial<ConnectionDraft>, object]>([
    [{}, {}],
    [{ name: ' ' }, { name: 'Please input name' }],
    [{ host: '' }, { host: 'Please input host' }],
    [{ host: '/run/postgresql' }, { host: expect.stringMatching(/name or an IP address/) }],
    [{ host: '::1' }, {}],
    [{ host: '::1]/x#' }, { host: expect.any(String) }],
    [{ port: '' }, { port: expect.any(String) }],
    [{ port: '70000' }, { port: 'A port is a number up to 65535' }],
    [{ user: '' }, { user: 'Please input user' }],
    [{ database: '' }, { database: 'Please input database' }],
    [{ database: '', type: 'mysql' }, {}],
  ])('says beside each part what is wrong: %j', (part, mistakes) => {
    expect(validateConnection({ ...typed, ...part }, null)).toEqual(mistakes)
  })

  it('asks for the password again once the stored one would go elsewhere', () => {
    const draft = draftOf(stored)
    expect(validateConnection(draft, stored)).toEqual({})
    expect(validateConnection({ ...draft, name: 'other' }, stored)).toEqual({})
    for (const part of [{ host: 'other' }, { user: 'other' }, { tls: 'off' as const }]) {
      expect(validateConnection({ ...draft, ...part }, stored)).toEqual({
        password: expect.stringMatching(/^Type it again/),
      })
      expect(validateConnection({ ...draft, ...part, password: 'new' }, stored)).toEqual({})
    }
  })

  it.each<[string, object | null]>([
    ['no address', null],
    ['https://a:b@c/d', null],
    [
      ' mariadb://a:b%2F@db:3307/x?ssl-mode=REQUIRED ',
      { type: 'mysql', host: 'db', port: '3307', user: 'a', password: 'b/', database: 'x', tls: 'unchecked' },
    ],
    ['postgres://a:***@[::1]/x', expect.objectContaining({ type: 'postgresql', host: '::1', password: '' })],
  ])('takes a pasted connection string to pieces: %s', (text, parts) => {
    expect(readPasted(text)).toEqual(parts)
  })
})
