import { readDatabaseAddress } from '@millrace/contract/connections/database-address.rule'
import { describe, expect, it } from 'vitest'
import { tlsSettings } from './tls-settings.ts'

describe('a connection', () => {
  it.each([
    ['', {}, false],
    ['?sslmode=disable', {}, false],
    ['?sslmode=disable', { ssl: true }, {}],
    ['', { ca: 'PEM' }, { ca: 'PEM' }],
    ['?sslmode=no-verify', {}, { rejectUnauthorized: false }],
    ['?sslmode=no-verify', { ssl: true }, {}],
    ['?sslmode=require', {}, {}],
  ])('encrypts with %j and %j: %j', (parameters, options, tls) => {
    expect(tlsSettings(readDatabaseAddress('postgresql', `postgres://a:b@db/x${parameters}`), options)).toEqual(tls)
  })
})
