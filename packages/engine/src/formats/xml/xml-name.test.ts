import { describe, expect, it } from 'vitest'
import { decodeXmlName, encodeXmlName } from './xml-name.ts'
import { readContent } from '../test-support/read-for-test.ts'

describe('names of XML elements', () => {
  it.each([
    ['price', 'price'],
    ['List price', 'List_x0020_price'],
    ['1st', '_x0031_st'],
    ['a:b', 'a_x003A_b'],
    ['@id', '_x0040_id'],
    ['_x0041_', '_x005F_x0041_'],
    ['Größe', 'Größe'],
    ['Цена', 'Цена'],
    ['価格', '価格'],
    ['Preis €', 'Preis_x0020__x20AC_'],
    ['№', '_x2116_'],
    ['𝒳', '_xD835__xDCB3_'],
    ['a\u{F0000}\ud800', 'a_xDB80__xDC00__xD800_'],
    ['__proto__', '__proto__'],
    ['<a/>', '_x003C_a_x002F__x003E_'],
  ])('%j is written as %j and read back', (name, expected) => {
    expect(encodeXmlName(name)).toBe(expected)
    expect(decodeXmlName(expected)).toBe(name)
  })
})

describe('what XML says about itself', () => {
  it('namespaces, xsi:nil and xml:space are no fields', async () => {
    const text =
      '<l xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><r><a xsi:nil="true"/><b xml:space="preserve"> x </b><List_x0020_price>1</List_x0020_price></r>' +
      '<r xmlns="urn:x"><a xsi:nil="false">1</a><b> x </b></r></l>'
    const { records } = await readContent(text, { kind: 'xml' })
    expect(records).toEqual([
      { a: null, b: ' x ', 'List price': '1' },
      { a: '1', b: 'x' },
    ])
  })
})
