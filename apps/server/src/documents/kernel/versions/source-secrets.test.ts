import type { DataSource } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { restoreSourceSecrets, maskSourceSecrets, shownUrl } from './source-secrets.ts'

const source = (config: DataSource['config']): DataSource => ({
  dataSubKind: 'prices',
  connectorType: 'real-time',
  dataFromMaster: false,
  contentType: 'json',
  enabled: true,
  config,
})
const stored = source({
  method: 'GET',
  url: 'https://shop:s3cret@example.com/{locale}?api_key=abc&page=1',
  headers: { Authorization: 'Bearer abc' },
})

describe('secrets of a fetched source', () => {
  it.each([
    ['https://example.com/{locale}/list?kind={datakind}', 'https://example.com/{locale}/list?kind={datakind}'],
    ['https://a:b@example.com/x', 'https://a:***@example.com/x'],
    ['https://example.com/x?page=1&accessToken=q%20r&z=2#f', 'https://example.com/x?page=1&accessToken=***&z=2#f'],
    ['https://example.com/x?sig=1;2', 'https://example.com/x?sig=***'],
  ])('S6 shows %s as %s', (url, shown) => expect(shownUrl(url)).toBe(shown))

  it('S6 shows the names of headers without their values', () => {
    expect(maskSourceSecrets([stored])[0]?.config).toEqual({
      method: 'GET',
      url: 'https://shop:***@example.com/{locale}?api_key=***&page=1',
      headers: { Authorization: '***' },
    })
    const file = source({ delimiter: ';' })
    expect(maskSourceSecrets([file])).toEqual([file])
  })

  it.each([
    'https://evil.example.com/{locale}',
    'http://example.com/{locale}',
    'https://example.com:8443/',
    'https://shop:***@example.com.evil.org/{locale}?api_key=***&page=1',
  ])('S6 gives hidden headers to no other origin: %s', (url) => {
    const moved = source({ method: 'GET', url, headers: { Authorization: '***' } })
    expect(() => restoreSourceSecrets([moved], [stored])).toThrow('Enter the headers of prices again')
    const typed = source({ method: 'GET', url, headers: { Authorization: 'Bearer new' } })
    expect(restoreSourceSecrets([typed], [stored])).toEqual([typed])
  })

  it('keeps hidden headers for another path of the same origin', () => {
    const moved = source({ method: 'GET', url: 'https://example.com/v2/{locale}', headers: { Authorization: '***' } })
    expect(restoreSourceSecrets([moved], [stored])[0]?.config).toMatchObject({
      headers: { Authorization: 'Bearer abc' },
    })
  })

  it('keeps what was sent back as shown, and takes what is new', () => {
    expect(restoreSourceSecrets(maskSourceSecrets([stored]), [stored])).toEqual([stored])
    const changed = source({
      method: 'GET',
      url: 'https://example.com/other',
      headers: { Authorization: 'Bearer new', 'X-Other': '1' },
    })
    expect(restoreSourceSecrets([changed], [stored])).toEqual([changed])
    expect(restoreSourceSecrets([changed], [])).toEqual([changed])
  })
})
