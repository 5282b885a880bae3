import type { DataSource } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { keptSources, shownSources, shownUrl } from './source-secrets.ts'

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
    expect(shownSources([stored])[0]?.config).toEqual({
      method: 'GET',
      url: 'https://shop:***@example.com/{locale}?api_key=***&page=1',
      headers: { Authorization: '***' },
    })
    const file = source({ delimiter: ';' })
    expect(shownSources([file])).toEqual([file])
  })

  it('keeps what was sent back as shown, and takes what is new', () => {
    expect(keptSources(shownSources([stored]), [stored])).toEqual([stored])
    const changed = source({
      method: 'GET',
      url: 'https://example.com/other',
      headers: { Authorization: 'Bearer new', 'X-Other': '1' },
    })
    expect(keptSources([changed], [stored])).toEqual([changed])
    expect(keptSources([changed], [])).toEqual([changed])
  })
})
