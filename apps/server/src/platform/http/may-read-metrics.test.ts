import { expect, it } from 'vitest'
import { mayReadMetrics, type MetricsRequest } from './may-read-metrics.ts'

const token = 'a token of the tests'
const here = { forwarded: false, remoteAddress: '127.0.0.1' }
const there = { forwarded: false, remoteAddress: '192.0.2.7' }

const cases: [string, string | null, MetricsRequest, boolean][] = [
  ['this machine without a token', null, here, true],
  ['this machine by IPv6', null, { ...here, remoteAddress: '::1' }, true],
  ['this machine by IPv4 in IPv6', null, { ...here, remoteAddress: '::ffff:127.0.0.1' }, true],
  ['somebody behind a proxy of this machine', null, { ...here, forwarded: true }, false],
  ['another machine', null, there, false],
  ['another machine that sends something', null, { ...there, authorization: 'Bearer ' }, false],
  ['the token', token, { ...there, authorization: `Bearer ${token.replaceAll(' ', '-')}` }, false],
  ['this machine where there is a token', token, here, false],
  ['a part of the token', 'token-of-the-tests', { ...there, authorization: 'Bearer token-of-the-test' }, false],
  ['the token by another scheme', 'token-of-the-tests', { ...there, authorization: 'Basic token-of-the-tests' }, false],
  ['the very token', 'token-of-the-tests', { ...there, authorization: 'Bearer token-of-the-tests' }, true],
  [
    'the very token through a proxy',
    'token-of-the-tests',
    { authorization: 'bearer token-of-the-tests', forwarded: true },
    true,
  ],
]
it.each(cases)('figures for %s', (_, asked, request, may) => expect(mayReadMetrics(asked, request)).toBe(may))
