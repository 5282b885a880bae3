import { describe, expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { readContent, type ReadOptions } from '../test-support/read-for-test.ts'
import { findXmlLists } from './find-lists.ts'

const read = (content: string, options: ReadOptions = {}) => readContent(content, { kind: 'xml', ...options })
const messagesOf = ({ opened }: Awaited<ReturnType<typeof read>>) => opened.notes.map(({ message }) => message)

const google = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Bikes</title><link>https://shop.example</link><description>All bikes</description>
<item><g:id>1</g:id><title>Road bike</title><link>https://shop.example/1</link><g:price>999.00 EUR</g:price>
<g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping></item>
<item><g:id>2</g:id><title>City bike</title><link>https://shop.example/2</link><g:price>499.00 EUR</g:price></item>
</channel>
</rss>`

const bmecat = `<?xml version="1.0" encoding="UTF-8"?>
<BMECAT version="1.2"><HEADER><CATALOG><LANGUAGE>deu</LANGUAGE><CATALOG_ID>7</CATALOG_ID></CATALOG>
<SUPPLIER><SUPPLIER_NAME>Acme</SUPPLIER_NAME></SUPPLIER></HEADER>
<T_NEW_CATALOG>${Array.from(
  { length: 30 },
  (_, at) =>
    `<ARTICLE mode="new"><SUPPLIER_AID>A-${at}</SUPPLIER_AID><ARTICLE_DETAILS><EAN>40063${at}</EAN></ARTICLE_DETAILS></ARTICLE>`,
).join('\n')}
<CATALOG_GROUP_SYSTEM><CATALOG_STRUCTURE type="root"><GROUP_ID>1</GROUP_ID></CATALOG_STRUCTURE>
<CATALOG_STRUCTURE type="leaf"><GROUP_ID>2</GROUP_ID></CATALOG_STRUCTURE></CATALOG_GROUP_SYSTEM></T_NEW_CATALOG></BMECAT>`

describe('a list inside an XML document', () => {
  it("is read out of Google's product feed", async () => {
    for (const expected of [['g:id*', 'title*', 'g:price'], null]) {
      const result = await read(google, { expected })
      expect(result.records.map((record) => record['g:id'])).toEqual(['1', '2'])
      expect(result.lines).toEqual([5, 7])
      expect(result.opened.detected.recordPath).toBe('rss/channel/item')
      expect(messagesOf(result).join()).toContain("The records are the 2 of the list 'channel/item'")
    }
  })

  it('is read out of a BMEcat catalogue, whose other lists are named', async () => {
    const result = await read(bmecat, { expected: ['SUPPLIER_AID*', 'ARTICLE_DETAILS'] })
    expect(result.records).toHaveLength(30)
    expect(result.records[29]).toMatchObject({ '@mode': 'new', SUPPLIER_AID: 'A-29' })
    expect(messagesOf(result).join()).toContain("not read: 'T_NEW_CATALOG/CATALOG_GROUP_SYSTEM/CATALOG_STRUCTURE' (2)")
  })

  it('of about the same size as another has to be chosen', async () => {
    const lists = '<shop><as><a><x>1</x></a><a><x>2</x></a></as><bs><b><y>1</y></b><b><y>2</y></b></bs></shop>'
    await expect(read(lists, { expected: null })).rejects.toThrow(
      "The file holds several lists of records: 'as/a' (2), 'bs/b' (2). Set the record path of the source",
    )
    expect((await read(lists, { format: { recordPath: 'bs/b' } })).records).toEqual([{ y: '1' }, { y: '2' }])
  })

  it('clearly larger than links beside it is read without them', async () => {
    const entries = Array.from({ length: 25 }, (_, at) => `<entry><id>${at}</id></entry>`).join('')
    const result = await read(`<feed><link href="a"/><link href="b"/>${entries}</feed>`, { expected: ['id*'] })
    expect(result.records).toHaveLength(25)
  })

  it('that is a part of one record is left in it', async () => {
    const product =
      '<product><sku>1</sku><name>Bike</name><variants><variant><size>M</size></variant><variant><size>L</size></variant></variants></product>'
    const { records } = await read(product, { expected: ['sku*', 'size'] })
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ sku: '1', name: 'Bike' })
  })

  it('right below the root needs no search, and keeps the way it is read', async () => {
    const { records, opened } = await read('<l><p><a>1</a></p><p><a>2</a></p></l>', { expected: ['a'] })
    expect(records).toEqual([{ a: '1' }, { a: '2' }])
    expect(opened.detected.recordPath).toBeUndefined()
  })

  it('is not looked for behind an element of more attributes than are read', () => {
    let taken = 0
    function* chunks() {
      yield '<rss><channel '
      for (taken = 1; taken <= 1000; taken++) yield ` a${taken}="1"`
      yield '/></rss>'
    }
    expect(findXmlLists(chunks(), { ...DEFAULT_READ_LIMITS, columns: 10 })).toBeNull()
    expect(taken).toBe(11)
  })

  it('malformed text is told as without a search', async () => {
    await expect(read('<rss><channel><item><a>1</a></item></rss>', { expected: null })).rejects.toThrow(/malformed/)
  })
})
