import { describe, expect, it } from 'vitest'
import { isPublic, plainAddress } from './addresses.ts'
import { parseAllowedHosts } from './allowed-hosts.ts'

describe('allowed hosts', () => {
  const allowed = parseAllowedHosts([
    'api.example.com',
    '*.shops.example',
    'erp.example:8443',
    'Bücher.example',
    '10.1.2.3',
    '192.168.0.0/16:9000',
    '[fd00::5]:8080',
    'fd01::/16',
  ])

  it.each([
    ['api.example.com', 443, true],
    ['API.example.com.', 8080, true],
    ['www.api.example.com', 443, false],
    ['api.example.com.evil.example', 443, false],
    ['evilapi.example.com', 443, false],
    ['a.b.shops.example', 443, true],
    ['shops.example', 443, false],
    ['evilshops.example', 443, false],
    ['erp.example', 8443, true],
    ['erp.example', 443, false],
    ['xn--bcher-kva.example', 80, true],
    ['10.1.2.3', 80, true],
    ['10.1.2.4', 80, false],
    ['192.168.7.7', 9000, true],
    ['192.168.7.7', 80, false],
    ['[fd00::5]', 8080, true],
    ['fd01::abcd', 1, true],
    ['8.8.8.8', 443, false],
  ])('%s on port %i: %s', (host, port, yes) => {
    expect(allowed.host(host, port)).toBe(yes)
  })

  it('lets a name stand for public addresses, and for private ones only when they are listed themselves', () => {
    expect(allowed.address('93.184.216.34', 'api.example.com', 443)).toBe(true)
    expect(allowed.address('10.1.2.3', 'api.example.com', 443)).toBe(true)
    expect(allowed.address('10.1.2.4', 'api.example.com', 443)).toBe(false)
    expect(allowed.address('127.0.0.1', 'api.example.com', 443)).toBe(false)
    expect(allowed.address('127.0.0.1', 'erp.example', 8443)).toBe(false)
    expect(parseAllowedHosts(['localhost:80']).address('::1', 'localhost', 80)).toBe(true)
    expect(parseAllowedHosts(['localhost:80']).address('10.0.0.1', 'localhost', 80)).toBe(false)
    expect(parseAllowedHosts([]).host('localhost', 80)).toBe(false)
  })

  it('opens the addresses of cloud metadata by themselves alone, not by a range', () => {
    for (const address of ['169.254.169.254', '0.0.0.0', 'fe80::1', 'fd00:ec2::254']) {
      expect(parseAllowedHosts(['0.0.0.0/0', '::/0']).address(address, 'x.example', 80)).toBe(false)
      expect(parseAllowedHosts([address.includes(':') ? `[${address}]` : address]).host(address, 80)).toBe(true)
    }
  })

  it.each([
    'http://api.example.com',
    'a b',
    'x.example:0',
    'x.example:99999',
    '10.0.0.0/33',
    '*',
    'a/8',
    '2130706433',
    '*.1.2.3.4',
    'a.*.b',
  ])('refuses the entry %s', (text) => {
    expect(() => parseAllowedHosts([text])).toThrow(`'${text}' is no host`)
  })
})

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'no address',
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(isPublic(address)).toBe(true)
    },
  )

  it('writes an address one way', () => {
    expect(plainAddress('[0:0:0:0:0:FFFF:7F00:0001]')).toBe('127.0.0.1')
    expect(plainAddress('2001:DB8:0::0001')).toBe('2001:db8::1')
    expect(plainAddress('example.com')).toBeNull()
  })
})
