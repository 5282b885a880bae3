import { describe, expect, it } from 'vitest'
import type { ConnectionType } from './connections.messages.ts'
import { AddressError, readDatabaseAddress, writeDatabaseAddress } from './database-address.rule.ts'

describe('a connection string', () => {
  it.each<[ConnectionType, string, object]>([
    [
      'postgresql',
      'postgresql://a%40b:c%2Fd%25@db.example:5433/shop%20floor',
      { host: 'db.example', port: 5433, user: 'a@b', password: 'c/d%', database: 'shop floor', tls: null },
    ],
    ['postgresql', 'postgres://a:b@[::1]/x?sslmode=verify-full', { host: '::1', port: 5432, tls: 'checked' }],
    ['postgresql', 'postgres://a@10.0.0.1/x?sslmode=disable', { host: '10.0.0.1', password: '', tls: 'off' }],
    ['postgresql', 'postgres://a:b@db_1.local./x?sslmode=no-verify', { host: 'db_1.local.', tls: 'unchecked' }],
    ['mysql', 'mysql://a:b@db/x', { host: 'db', port: 3306, database: 'x', tls: null }],
    ['mysql', 'mysql://a:b@db/', { host: 'db', database: '' }],
    ['mysql', 'mariadb://a:b@db:3307/x?ssl-mode=REQUIRED', { port: 3307, tls: 'unchecked' }],
  ])('of %s is read: %s', (type, text, parts) => {
    expect(readDatabaseAddress(type, text)).toMatchObject(parts)
  })

  it.each<[ConnectionType, string, RegExp]>([
    ['postgresql', 'no address', /is not an address like postgresql:/],
    ['postgresql', 'mysql://a:covert@db/x', /is not an address like postgresql:/],
    ['postgresql', 'postgres://a:covert@db', /is not an address like postgresql:/],
    ['postgresql', 'postgres:///x?host=/var/run/postgresql', /is not an address like/],
    ['postgresql', 'socket:///var/run?db=x', /is not an address like/],
    ['postgresql', 'postgres://a:covert@%2Fvar%2Frun%2Fpostgresql/x', /names no computer/],
    ['postgresql', 'postgres://a:covert@..%2F..%2Fetc/x', /names no computer/],
    ['postgresql', 'postgres://a:covert@one,two/x', /names no computer/],
    ['postgresql', 'postgres://a:covert@%00db/x', /names no computer/],
    ['postgresql', 'postgres://:covert@db/x', /names no user/],
    ['postgresql', 'postgres://db/x', /names no user/],
    ['postgresql', 'postgres://a:covert%@db/x', /a % that begins no character/],
    ['postgresql', 'postgres://a:covert@db/x#y', /ends with '#'/],
    ['postgresql', 'postgres://a:covert@db/x?sslmode=maybe', /^The parameter sslmode .* takes disable, /],
    ['postgresql', 'postgres://a:covert@db/x?sslmode=constructor', /^The parameter sslmode /],
    ['mysql', 'mysql://a:covert@db/x?ssl-mode=require', /^The parameter ssl-mode /],
    ['mysql', 'mysql://a:covert@%2Ftmp%2Fmysql.sock/x', /names no computer/],
    ...[
      'sslcert',
      'sslkey',
      'sslrootcert',
      'host',
      'port',
      'user',
      'password',
      'options',
      'ssl',
      'keepalives',
      'uselibpqcompat',
      'client_encoding',
      'replication',
      'application_name',
      'lock_timeout',
      'statement_timeout',
    ].map((name): [ConnectionType, string, RegExp] => [
      'postgresql',
      `postgres://a:covert@db/x?${name}=/etc/passwd`,
      new RegExp(`the parameter '${name}', which is not taken`),
    ]),
    ...[
      'socketPath',
      'ssl',
      'flags',
      'multipleStatements',
      'localAddress',
      'debug',
      'charset',
      'infileStreamFactory',
      'authPlugins',
      'host',
      'passwordSha1',
      'enableCleartextPlugin',
    ].map((name): [ConnectionType, string, RegExp] => [
      'mysql',
      `mysql://a:covert@db/x?${name}=true`,
      new RegExp(`the parameter '${name}', which is not taken`),
    ]),
    ['postgresql', 'postgres://a:b@db/x?%63overt%20%3D=1', /has a parameter, which is not taken/],
  ])('S7 of %s is refused without its secret: %s', (type, text, words) => {
    expect(() => readDatabaseAddress(type, text)).toThrow(words)
    expect(() => readDatabaseAddress(type, text)).toThrow(/^(?!.*covert)/)
  })

  it.each<[string, AddressError['field']]>([
    ['no address', null],
    ['postgres://a:b@%2Frun/x', 'host'],
    ['postgres://db/x', 'user'],
    ['postgres://a:b@db/x#y', 'password'],
    ['postgres://a:b@db/x?sslmode=maybe', 'tls'],
  ])('names the part that is wrong: %s', (text, field) => {
    const refused = () => readDatabaseAddress('postgresql', text)
    expect(refused).toThrow(AddressError)
    expect(refused).toThrow(expect.objectContaining({ field }))
  })

  it.each<[ConnectionType, string]>([
    ['postgresql', 'postgresql://a%40b:c%2Fd%25%23@db.example:5433/shop%20floor?sslmode=verify-full'],
    ['postgresql', 'postgresql://a@[::1]:5432/x'],
    ['postgresql', 'postgresql://a:b@10.0.0.1:5432/x?sslmode=no-verify'],
    ['mysql', 'mysql://a:b@db:3306/?ssl-mode=DISABLED'],
  ])('of %s is written as it is read: %s', (type, text) => {
    expect(writeDatabaseAddress(type, readDatabaseAddress(type, text))).toBe(text)
  })
})
