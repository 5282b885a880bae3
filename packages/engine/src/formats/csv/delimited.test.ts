import { describe, expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { readContent } from '../test-support/read-for-test.ts'

const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')

describe('delimited text', () => {
  it('reads quoted cells with delimiters, quotes and line breaks, and knows the line of each record', async () => {
    const { records, lines, rows } = await readContent('a,b\n1,"x,y"\n2,"say ""hi"""\n3,"two\nlines"\n4,last')
    expect(records).toEqual([
      { a: '1', b: 'x,y' },
      { a: '2', b: 'say "hi"' },
      { a: '3', b: 'two\nlines' },
      { a: '4', b: 'last' },
    ])
    expect(lines).toEqual([2, 3, 4, 6])
    expect(rows).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['LF', 'a;b\n1;2\n3;4\n'],
    ['CRLF', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['CR', 'a;b\r1;2\r3;4\r'],
    ['CRLF without the last', 'a;b\r\n1;2\r\n3;4'],
    ['blank lines between', 'a;b\n\n1;2\n\n\n3;4\n\n'],
    ['quoted everywhere', '"a";"b"\r\n"1";"2"\r\n"3";"4"\r\n'],
  ])('reads line ends: %s', async (_name, content) => {
    const { records } = await readContent(content)
    expect(records).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ])
  })

  it.each([
    [',', 'a,b,c\n1,"x;y;z",2\n'],
    [';', 'a;b;c\n1,5;2,5;3,5\n'],
    ['\t', 'a\tb\tc\n1\t2,3\t4\n'],
    ['|', 'a|b|c\n1|2;3|4,5\n'],
  ])('detects the delimiter %j', async (delimiter, content) => {
    const { opened, records } = await readContent(content)
    expect(opened.detected).toMatchObject({ kind: 'csv', delimiter, header: true })
    expect(Object.keys(records[0] as object)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    [';', 'Artikel;Preis\n', 'A;1,50\n'],
    ['\t', 'sku\tprice\n', 'A\t90,86\n'],
    ['|', 'sku|net|gross|stock\n', 'A|89,91|36,88|47,53\n'],
  ])('takes no decimal comma for the delimiter of a long list with %j', async (delimiter, header, row) => {
    const { opened, records } = await readContent(header + row.repeat(50))
    expect(opened.detected).toMatchObject({ delimiter, header: true, confidence: 1 })
    expect(records).toHaveLength(50)
  })

  it('reads the same with every size of batch, across the borders of chunks', async () => {
    const rowsOf = (n: number) =>
      Array.from({ length: n }, (_, i) => `${i},"cell ""${i}"", ä\r\nsecond ${'x'.repeat(i % 97)}",東京`)
    const content = `n,text,city\r\n${rowsOf(6000).join('\r\n')}\r\n`
    const whole = await readContent(content, { batchSize: 100_000 })
    const small = await readContent(content, { batchSize: 7 })
    expect(whole.records).toHaveLength(6000)
    expect(small.records).toEqual(whole.records)
    expect(small.lines).toEqual(whole.lines)
    expect(whole.lines.slice(0, 3)).toEqual([2, 4, 6])
    expect(whole.records[5999]).toEqual({
      n: '5999',
      text: `cell "5999", ä\r\nsecond ${'x'.repeat(5999 % 97)}`,
      city: '東京',
    })
  })

  it('keeps text as text', async () => {
    const { records } = await readContent('zip,ean,code,n\n007,4006381333931,1E5, 1 \n')
    expect(records).toEqual([{ zip: '007', ean: '4006381333931', code: '1E5', n: ' 1 ' }])
  })

  it('treats a header called __proto__ or constructor as data', async () => {
    const { records } = await readContent('__proto__,constructor,a\n1,2,3\n')
    expect(Object.entries(records[0] as object)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['a', '3'],
    ])
    expect(Object.getPrototypeOf(records[0])).toBe(Object.prototype)
    expect(({} as { a?: string }).a).toBeUndefined()
  })

  it('refuses ragged rows with their line and goes on; empty cells too many do not matter', async () => {
    const { records, rows, refused } = await readContent('a,b,c\n1,2,3\n1,2\n1,2,3,4\n1,2,3,,\n5,6,7\n')
    expect(records).toHaveLength(3)
    expect(rows).toEqual([1, 4, 5])
    expect(refused.map(({ row, line, findings }) => [row, line, findings[0]?.rule, findings[0]?.message])).toEqual([
      [2, 3, 'columns', 'The row has 2 cells, the header has 3'],
      [3, 4, 'columns', 'The row has 4 cells, the header has 3'],
    ])
    expect(refused[0]?.record).toEqual({ a: '1', b: '2' })
    expect(refused[1]?.record).toEqual({ a: '1', b: '2', c: '3', 'cell 4': '4' })
  })

  it('refuses text after a closing quote, names the column, and goes on with the next row', async () => {
    const { records, refused } = await readContent('size,name\n"5" wide,tv\n"6" ,ok\n')
    expect(records).toEqual([{ size: '6', name: 'ok' }])
    expect(refused[0]?.findings[0]).toMatchObject({
      rule: 'quotes',
      column: 'size',
      line: 2,
      message: "Column 'size': text follows the closing quote",
    })
  })

  it('keeps a quote inside an unquoted cell', async () => {
    expect((await readContent('size,name\n5" wide,tv\n')).records).toEqual([{ size: '5" wide', name: 'tv' }])
  })

  it('names the line of a quote that is never closed', async () => {
    await expect(readContent('a,b\n1,2\n3,"open\n4,5\n')).rejects.toMatchObject({
      name: 'FileError',
      code: 'syntax',
      line: 3,
      message: 'Line 3: a quote opens a cell here and is never closed',
    })
  })

  it('stops at a cell that is too long instead of reading on to the end of a large file', async () => {
    const content = `a,b\n1,"${'x'.repeat(300_000)}`
    const limits = { ...DEFAULT_READ_LIMITS, cellChars: 100_000 }
    await expect(readContent(content, { limits })).rejects.toMatchObject({ code: 'limit', line: 2 })
  })

  it('limits columns and records', async () => {
    const limits = { ...DEFAULT_READ_LIMITS, columns: 10, records: 3 }
    await expect(readContent(`${'a,'.repeat(20)}b\n1\n`, { limits })).rejects.toMatchObject({ code: 'limit' })
    await expect(readContent('a,b\n1,2\n1,2\n1,2\n1,2\n', { limits })).rejects.toThrow(
      'The file has more than 3 records',
    )
  })

  it('makes duplicate and empty headers usable and says so', async () => {
    const { opened, records } = await readContent('id,name,name,,x,\n1,a,b,c,d,\n')
    expect(records).toEqual([{ id: '1', name: 'a', 'name (2)': 'b', 'column 4': 'c', x: 'd' }])
    expect(opened.notes.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      "The header names 'name' more than once; the later columns are called '… (2)'",
      "The header is empty in column 4; such a column is called 'column 4'",
    ])
  })

  it('gives no made name twice, nor one that the file has itself', async () => {
    expect((await readContent('name (2),name,name,name,name\n1,2,3,4,5\n')).records).toEqual([
      { 'name (2)': '1', name: '2', 'name (3)': '3', 'name (4)': '4', 'name (5)': '5' },
    ])
  })

  it('calls columns 1, 2, … without a header, set or detected', async () => {
    const content = 'Acer;5.75;2579\nAcer;5.76;2580\nAgfa;7.11;2871\n'
    for (const format of [{ header: false }, {}]) {
      const { opened, records } = await readContent(content, { format })
      expect(opened.detected.header).toBe(false)
      expect(opened.headerLine).toBeNull()
      expect(records[0]).toEqual({ 1: 'Acer', 2: '5.75', 3: '2579' })
      expect(records).toHaveLength(3)
    }
    expect((await readContent('Region;2019;2020\nEU;1;2\nUS;3;4\nUK;5;6\n')).opened.detected.header).toBe(true)
  })

  it('renames columns and keeps the own headers of the file beside them', async () => {
    const { opened, records } = await readContent('Bezeichnung;Preis\nRad;1\n', {
      format: { columns: { Bezeichnung: 'name', Farbe: 'color' } },
    })
    expect(records).toEqual([{ name: 'Rad', Preis: '1' }])
    expect(opened.columns).toEqual(['name', 'Preis'])
    expect(opened.headers).toEqual(['Bezeichnung', 'Preis'])
    expect(opened.notes).toContainEqual({
      level: 'warn',
      message: "The source renames a column 'Farbe', which the file does not have",
    })
    const twice = readContent('a;b\n1;2\n', { format: { columns: { a: 'b' } } })
    await expect(twice).rejects.toMatchObject({
      code: 'header',
      message: "The columns 'a' and 'b' would both be called 'b'",
    })
  })

  it('takes what the format sets over what it would detect', async () => {
    const { opened } = await readContent('a;b\n1,5;2,5\n', { format: { delimiter: ',', header: true } })
    expect(opened.detected).toMatchObject({ delimiter: ',', header: true })
    expect(opened.columns).toEqual(['a;b'])
  })

  it.each(['sep=;\n', '"sep=;"\r\n', 'SEP=;\n'])(
    'takes the delimiter a spreadsheet names above the table: %j',
    async (first) => {
      const { opened, records, lines } = await readContent(`${first}a,x;b\n1,5;2\n2,5;3\n`)
      expect(records).toEqual([
        { 'a,x': '1,5', b: '2' },
        { 'a,x': '2,5', b: '3' },
      ])
      expect(lines).toEqual([3, 4])
      expect(opened.headerLine).toBe(2)
      expect(opened.detected).toMatchObject({ delimiter: ';', header: true })
      const named = await readContent(`${first}1;2\n3;4\n`, { format: { header: false } })
      expect(named.records).toEqual([
        { 1: '1', 2: '2' },
        { 1: '3', 2: '4' },
      ])
    },
  )

  it('skips rows without any value and says how many', async () => {
    const { opened, records } = await readContent('a,b\n1,2\n,\n,\n3,4\n')
    expect(records).toHaveLength(2)
    expect(opened.notes.at(-1)?.message).toBe('2 rows without any value were skipped')
  })

  it('names all lines that a quote makes one row of', async () => {
    const { refused } = await readContent('a,b\n1,2\n"3,4\n5,6\n7"x,8\n9,"10\n11,12\n",13\n')
    expect(refused.map(({ line, findings }) => [line, findings[0]?.message])).toEqual([
      [3, "Column 'a': text follows the closing quote; a quote makes one row of the lines 3 to 5"],
      [6, 'The row has 3 cells, the header has 2; a quote makes one row of the lines 6 to 8'],
    ])
  })

  it('reads quotes as text where a source says so', async () => {
    const content = 'name,size\n"12"" drum,5\nx"y,"\n'
    const { records, opened } = await readContent(content, { format: { quotes: false } })
    expect(records).toEqual([
      { name: '"12"" drum', size: '5' },
      { name: 'x"y', size: '"' },
    ])
    expect(opened.detected.quotes).toBe(false)
  })

  it('rows of white space hold no value, whatever is read of them', async () => {
    const content = 'a,b,c\n1,2,3\n  ,\t,\u00a0\n,,x\n" ", ,\n…,,\n'
    for (const fields of [null, new Set(['a']), new Set(['b']), new Set(['c'])]) {
      const { opened, rows } = await readContent(content, { fields })
      expect(rows).toEqual([1, 2, 3])
      expect(opened.notes.at(-1)?.message).toBe('2 rows without any value were skipped')
    }
  })

  it('reads a file that holds a header alone as no records', async () => {
    const { opened, records } = await readContent('a,b\r\n')
    expect(records).toEqual([])
    expect(opened.columns).toEqual(['a', 'b'])
  })
})

describe('encodings', () => {
  const text = 'name;city\nCitroën;Köln\nPreis 5 €;–\n'
  const utf16be = (s: string) => Buffer.from(s, 'utf16le').swap16()

  it.each([
    ['utf-8', Buffer.from(text), 'utf-8'],
    ['utf-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['utf-16le with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['utf-16be with a mark', utf16be(`\ufeff${text}`), 'utf-16be'],
    ['utf-16le without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['utf-16be without a mark', utf16be(text), 'utf-16be'],
    ['windows-1252', Buffer.from(text.replaceAll('€', '\u0080').replaceAll('–', '\u0096'), 'latin1'), 'windows-1252'],
  ])('detects %s', async (_name, content, encoding) => {
    const { opened, records } = await readContent(content)
    expect(opened.detected.encoding).toBe(encoding)
    expect(records).toEqual([
      { name: 'Citroën', city: 'Köln' },
      { name: 'Preis 5 €', city: '–' },
    ])
  })

  it('tests the whole file: a first accent far behind the first chunks still decides', async () => {
    const content = windows1252(`name\n${'plain\n'.repeat(100_000)}Citroën\n`)
    const { opened, records } = await readContent(content)
    expect(opened.detected.encoding).toBe('windows-1252')
    expect(records.at(-1)).toEqual({ name: 'Citroën' })
  })

  it('refuses UTF-8 with a broken byte and names byte, offset and line', async () => {
    const content = Buffer.concat([
      Buffer.from('name,n\nCitroën,1\nKöln,2\n'),
      Buffer.from([0x42, 0xff, 0x42]),
      Buffer.from(',3\n'),
    ])
    await expect(readContent(content)).rejects.toMatchObject({
      code: 'encoding',
      line: 4,
      offset: 27,
      message: 'The file has a broken encoding: byte 0xFF at offset 27, line 4, is not valid UTF-8',
    })
  })

  it.each([
    ['utf-8', Buffer.from(`\ufeff${text}`), 'windows-1252'],
    ['utf-16be', utf16be(`\ufeff${text}`), 'utf-16le'],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-8'],
  ] as const)(
    'UPL-010/engine reads a file by its mark of %s where another encoding is set, and warns',
    async (marked, content, encoding) => {
      const { opened, records } = await readContent(content, { format: { encoding } })
      expect(opened.columns).toEqual(['name', 'city'])
      expect(records[0]).toEqual({ name: 'Citroën', city: 'Köln' })
      expect(opened.detected.encoding).toBe(marked)
      expect(opened.notes).toContainEqual({
        level: 'warn',
        message: `The file begins with the byte order mark of ${marked} and is read so, though ${encoding} is set for its source`,
      })
    },
  )

  it('refuses a wrong byte behind a mark, whatever encoding is set', async () => {
    const content = Buffer.concat([Buffer.from('\ufeffname\n'), windows1252('Citroën\n')])
    const reading = readContent(content, { format: { encoding: 'windows-1252' } })
    await expect(reading).rejects.toMatchObject({ code: 'encoding', line: 2, offset: 13 })
  })

  it('refuses a wrong byte under an encoding that is set', async () => {
    const content = windows1252('name\nCitroën\n')
    await expect(readContent(content, { format: { encoding: 'utf-8' } })).rejects.toMatchObject({
      code: 'encoding',
      line: 2,
      offset: 10,
    })
    const undefinedByte = Buffer.concat([Buffer.from('name\nab'), Buffer.from([0x81, 0x0a])])
    await expect(readContent(undefinedByte, { format: { encoding: 'windows-1252' } })).rejects.toMatchObject({
      code: 'encoding',
      line: 2,
      offset: 7,
    })
    const odd = Buffer.concat([Buffer.from('\ufeffname\nx\n', 'utf16le'), Buffer.from([0x41])])
    await expect(readContent(odd)).rejects.toMatchObject({ code: 'encoding', line: 3 })
  })

  it('finds a character that is cut off at the end of the file', async () => {
    const content = Buffer.from('name\nCitroën\nKölnö\n').subarray(0, -2)
    await expect(readContent(content)).rejects.toMatchObject({ code: 'encoding', line: 3 })
  })

  it('decodes characters across the borders of chunks', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const content = `${'x'.repeat(shift)}h,b\n${'東京🚲é,1\n'.repeat(40_000)}`
      const { records } = await readContent(content)
      expect(records).toHaveLength(40_000)
      expect(new Set(records.map((record) => Object.values(record)[0]))).toEqual(new Set(['東京🚲é']))
    }
  })
})
