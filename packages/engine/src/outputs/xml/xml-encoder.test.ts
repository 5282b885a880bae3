import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { encodeWhole } from '../encode-for-test.ts'
import { createEncoder } from '../encoder.ts'

describe('XML output', () => {
  it('is one well-formed record per line', () => {
    const text = encodeWhole('xml', [[{ a: 'x & y', l: [1, 2], o: { p: null } }], [{ 'b c': ' ' }]]).toString()
    expect(text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<records xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n' +
        '<record><a>x &amp; y</a><l>1</l><l>2</l><o><p xsi:nil="true"/></o></record>\n' +
        '<record><b_x0020_c xml:space="preserve"> </b_x0020_c></record>\n' +
        '</records>\n',
    )
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    expect(() => parser.write(text).close()).not.toThrow()
  })

  it('has the columns first, in their order, and the rest as the record has it', () => {
    const records = [[{ a: 1, x: 2, b: 3, y: { d: 4, c: 5 } }], [{ b: 6 }]]
    expect(encodeWhole('xml', records, { columns: ['b', 'none', 'y', 'a'] }).toString()).toContain(
      '<record><b>3</b><y><d>4</d><c>5</c></y><a>1</a><x>2</x></record>\n<record><b>6</b></record>',
    )
  })

  it('a character that XML cannot hold is an error with record and field', () => {
    expect(() => encodeWhole('xml', [[{ a: 'fine' }], [{ o: { t: ['x', 'a\u0001'] } }]], { name: 'market' })).toThrow(
      "market, record 2, 'o.t': the character U+0001 cannot stand in XML; choose another format",
    )
    expect(() => encodeWhole('xml', [[{ a: '\ud83d' }]])).toThrow(/U\+D83D/)
    expect(() => encodeWhole('xml', [[{ '': 1 }]])).toThrow(/without a name/)
  })
  it('leaves such a record out where it is asked who it is, and writes the others', () => {
    const encoder = createEncoder('xml', { name: 'market' })
    const refused: unknown[] = []
    const text = encoder.encode([{ a: 'x' }, { a: 'b\u0000' }, { a: 'y' }, { l: ['\ufffe'] }], (index, reason) =>
      refused.push([index, reason]),
    )
    expect(text).toBe('<record><a>x</a></record>\n<record><a>y</a></record>\n')
    expect(refused).toEqual([
      [1, "'a': the character U+0000 cannot stand in XML; choose another format"],
      [3, "'l': the character U+FFFE cannot stand in XML; choose another format"],
    ])
  })
})
