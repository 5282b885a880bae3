import type { DataSink, DataSource } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../../platform/config/aes-secrets.ts'
import {
  maskListeners,
  maskSinks,
  maskSources,
  restoreListeners,
  restoreSinks,
  restoreSources,
  shownUrl,
} from './address-secrets.ts'
import { withOpenHeaders } from './sealed-headers.ts'

const secrets = createSecrets('the key of this test')
const source = (config: DataSource['config']): DataSource => ({
  dataSubKind: 'prices',
  connectorType: 'real-time',
  dataFromMaster: false,
  contentType: 'json',
  enabled: true,
  config,
})
const sink = (url: string, headers?: Record<string, string>): DataSink => ({
  name: 'prices',
  target: { kind: 'http', url, batchSize: 10, ...(headers && { headers }) },
})
const url = 'https://shop:s3cret@example.com/{locale}?api_key=abc&page=1'
const headers = { Authorization: 'Bearer abc' }

describe('S6 an address as it is shown', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com/'],
    ['https://example.com:8443/list', 'https://example.com:8443/***'],
    ['https://example.com?k=1', 'https://example.com/***'],
    ['https://example.com#k', 'https://example.com/***'],
    ['https://a:b@example.com', 'https://example.com/***'],
    ['https://hooks.example.com/services/T0/B0/XYZ', 'https://hooks.example.com/***'],
    ['https://{locale}.example.com/x?q={brand}', 'https://{locale}.example.com/***'],
    ['https://a@b:c@example.com/x', 'https://example.com/***'],
    ['https://key@', '***'],
    ['https://example.com\\path-key', 'https://example.com/***'],
    ['amqp://user:pass@queue.example.com/host', 'amqp://queue.example.com/***'],
    ['https:example.com/key', '***'],
    [' https://example.com/key', '***'],
    ['key', '***'],
  ])('%s is %s, and stays so', (address, shown) => {
    expect(shownUrl(address)).toBe(shown)
    expect(shownUrl(shown)).toBe(shown)
  })
})

/** Sources and sinks by the same rules: what each is called, and how its address is stored. */
const kinds = [
  {
    kind: 'source',
    show: (one: object) => maskSources([source(one as never)])[0]?.config,
    store: (sent: object, before?: object) =>
      restoreSources([source(sent as never)], before ? [source(before as never)] : [], secrets)[0]?.config,
    of: (address: string, sent?: Record<string, string>): object => ({
      method: 'GET',
      url: address,
      ...(sent && { headers: sent }),
    }),
  },
  {
    kind: 'sink',
    show: (one: object) => maskSinks([{ name: 'prices', target: one as never }])[0]?.target,
    store: (sent: object, before?: object) =>
      restoreSinks(
        [{ name: 'prices', target: sent as never }],
        before ? [{ name: 'prices', target: before as never }] : [],
        secrets,
      )[0]?.target,
    of: (address: string, sent?: Record<string, string>): object => ({ ...sink(address, sent).target }),
  },
]
const opened = (stored: unknown) => withOpenHeaders(secrets, stored as { headers?: Record<string, string> })

describe.each(kinds)('S6 the secrets of a $kind', ({ show, store, of }) => {
  const stored = store(of(url, headers)) as object

  it('are stored encrypted, and opened for who sends them', () => {
    expect(JSON.stringify(stored)).not.toContain('Bearer abc')
    expect(opened(stored)).toEqual(of(url, headers))
    expect(opened(of(url, headers))).toEqual(of(url, headers))
  })

  it('are shown as the names of headers and the host', () =>
    expect(show(stored)).toEqual(of('https://example.com/***', { Authorization: '***' })))

  it('stay when they are sent back as they were shown', () =>
    expect(store(show(stored) as object, stored)).toEqual(stored))

  it('of the headers stay for another path of the same origin', () => {
    const moved = of('https://example.com/v2/{locale}', { Authorization: '***' })
    expect(opened(store(moved, stored))).toEqual(of('https://example.com/v2/{locale}', headers))
  })

  it('are replaced by what is typed', () => {
    const changed = of('https://example.com/other', { Authorization: 'Bearer new', 'X-Other': '1' })
    expect(opened(store(changed, stored))).toEqual(changed)
    expect(opened(store(changed))).toEqual(changed)
  })

  it.each([
    'https://evil.example.com/{locale}',
    'http://example.com/{locale}',
    'https://example.com:8443/',
    'https://example.com.evil.org/',
    'https://{locale}.example.com/',
    'https://example.com{locale}.evil.org/',
    'https://example.com\t.evil.org/',
    'https://example.com@evil.org/',
  ])('go to no other origin: %s', (address) => {
    expect(() => store(of(address, { Authorization: '***' }), stored)).toThrow('Enter the headers of prices again')
    const typed = of(address, { Authorization: 'Bearer new' })
    expect(opened(store(typed, stored))).toEqual(typed)
  })

  it('go from one host with a placeholder to no other', () => {
    const placed = store(of('https://{locale}.example.com/x', headers)) as object
    const moved = of('https://{locale}.evil.org/x', { Authorization: '***' })
    expect(() => store(moved, placed)).toThrow('Enter the headers of prices again')
  })

  it('are asked for where there is nothing to keep', () => {
    expect(() => store(of('https://example.com/***'))).toThrow('Enter the address of prices again')
    expect(() => store(of('https://evil.org/***'), stored)).toThrow('Enter the address of prices again')
    expect(() => store(of('https://example.com/x', { 'X-Other': '***' }), stored)).toThrow('Enter the headers')
  })
})

it('S6 the text of a query is shown to who may edit the pipeline alone, and stays when it is sent back hidden', () => {
  const query = source({ connection: 'c', query: "select * from t where k = 'secret'" })
  const [hidden] = maskSources([query])
  expect(hidden?.config).toEqual({ connection: 'c', query: '***' })
  expect(maskSources([query], { showQueries: true })).toEqual([query])
  expect(restoreSources([hidden as DataSource], [query], secrets)).toEqual([query])
  expect(() => restoreSources([hidden as DataSource], [], secrets)).toThrow('Enter the query of prices again.')
})

it('S6 the address of a listener is shown without what follows its host', () => {
  const listeners = [{ name: 'orders', url: 'amqp://a:b@queue.example.com/c' }, { name: 'bare' }]
  const shown = maskListeners(listeners)
  expect(shown).toEqual([{ name: 'orders', url: 'amqp://queue.example.com/***' }, { name: 'bare' }])
  expect(restoreListeners(shown, listeners)).toEqual(listeners)
  expect(() => restoreListeners(shown, [])).toThrow('Enter the address of orders again')
})

it('settings of a file are shown as they are', () => {
  const file = source({ delimiter: ';' })
  expect(maskSources([file])).toEqual([file])
  expect(restoreSources([file], [], secrets)).toEqual([file])
})
