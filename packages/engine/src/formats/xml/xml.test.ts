import { describe, expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { readContent, type ReadOptions } from '../test-support/read-for-test.ts'

const read = (content: string | Buffer, options: ReadOptions = {}) => readContent(content, { kind: 'xml', ...options })

describe('XML', () => {
  it('reads repeated children of the root: attributes, text beside them, lists, empty elements', async () => {
    const { records, lines } = await read(
      '<?xml version="1.0"?>\n<list version="2">\n<info>x</info>\n<item id="1"><name lang="en">Bike</name><tag>a</tag><tag>b</tag></item>\n' +
        '<item id="2"><name>Rad &amp; Tat &#233;</name><tag/><note><![CDATA[<b>]]></note></item>\n</list>',
    )
    expect(records).toEqual([
      { '@id': '1', name: { '@lang': 'en', '#text': 'Bike' }, tag: ['a', 'b'] },
      { '@id': '2', name: 'Rad & Tat é', tag: '', note: '<b>' },
    ])
    expect(lines).toEqual([4, 5])
  })

  it('tells no line that several records have', async () => {
    const row = (n: number) => `<row><x>${n}</x></row>`
    expect((await read(`<db>${row(1)}${row(2)}${row(3)}</db>`)).lines).toEqual([0, 0, 0])
    expect((await read(`<db>\n${row(1)}\n${row(2)}${row(3)}\n${row(4)}</db>`)).lines).toEqual([2, 0, 0, 4])
  })

  it('follows a record path, with or without the root', async () => {
    const content = '<db><a><row><x>1</x></row><row><x>2</x></row></a><b><row><x>3</x></row></b></db>'
    for (const recordPath of ['db/a/row', 'a/row', '/db/a/row']) {
      expect((await read(content, { format: { recordPath } })).records).toEqual([{ x: '1' }, { x: '2' }])
    }
    await expect(read(content, { format: { recordPath: 'c/row' } })).rejects.toMatchObject({
      code: 'notFound',
      message: "The record path 'c/row' leads nowhere: the root 'db' has the elements 'a', 'b'",
    })
  })

  it('reads all repeated elements and says so', async () => {
    const { opened, records } = await read('<db><a><x>1</x></a><b><y>1</y></b><a><x>2</x></a><b><y>2</y></b><c/></db>')
    expect(records).toHaveLength(4)
    expect(opened.notes.at(-1)?.message).toMatch(/\(2 a, 2 b\); a record path chooses one$/)
  })

  it('reads a lone child, or the root, as the one record', async () => {
    expect((await read('<list><item><a>1</a></item></list>')).records).toEqual([{ a: '1' }])
    expect((await read('<item id="7"><a>1</a><b>2</b></item>')).records).toEqual([{ '@id': '7', a: '1', b: '2' }])
    await expect(read('<list/>')).rejects.toMatchObject({ code: 'empty' })
  })

  it.each([
    ['an external entity', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d><a>&x;</a><a>2</a></d>'],
    ['an entity bomb', '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><d><a>&b;</a><a>2</a></d>'],
  ])('refuses %s and names the line', async (_name, content) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'syntax',
      line: 1,
      message: /the entity '&\w+;' is not defined/,
    })
  })

  it('passes over a DOCTYPE with an external DTD', async () => {
    expect((await read('<!DOCTYPE d SYSTEM "missing.dtd">\n<d><a>1</a><a>2</a></d>')).records).toEqual([
      { '#text': '1' },
      { '#text': '2' },
    ])
  })

  it.each([
    ['a bare &', 'Black & Decker', "a bare '&' stands before 'Decker</n></p>'; write &amp; instead"],
    ['an & at the end of its line', 'Black &', "a bare '&' stands before '</n></p>'; write &amp; instead"],
    [
      'an entity that nobody defined',
      'M&uuml;ller',
      "the entity '&uuml;' is not defined (those a DOCTYPE defines are never read)",
    ],
  ])('%s is told at its own line, wherever the next semicolon is', async (_what, name, cause) => {
    const content = `<l>\n<!-- & --><p><n><![CDATA[& &x;]]>&amp;&#65;</n></p>\n<p><n>${name}</n></p>\n<p/>\n<p><n>x;</n></p>\n</l>`
    await expect(read(content)).rejects.toMatchObject({
      code: 'syntax',
      line: 3,
      message: `Line 3: the XML is malformed: ${cause}`,
    })
  })

  it('names the line of malformed XML', async () => {
    await expect(read('<d>\n<a>1</a>\n<a>2</b>\n</d>')).rejects.toMatchObject({
      code: 'syntax',
      line: 3,
      message: /^Line 3: the XML is malformed: /,
    })
    await expect(read('<d>\n<a>1</a>\n<a>2')).rejects.toMatchObject({ code: 'syntax', line: 3 })
  })

  it('reads the encoding that is declared', async () => {
    const content = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><d><a>Citroën</a><a>x</a></d>', 'latin1')
    expect((await read(content)).records[0]).toEqual({ '#text': 'Citroën' })
    await expect(read('<?xml version="1.0" encoding="EBCDIC-X"?><d/>')).rejects.toMatchObject({ code: 'encoding' })
  })

  it('limits depth and length of text, and takes __proto__ as a name', async () => {
    const limits = { ...DEFAULT_READ_LIMITS, depth: 10, cellChars: 1000 }
    await expect(read('<a>'.repeat(20), { limits })).rejects.toMatchObject({ code: 'limit' })
    await expect(read(`<d><a>${'x'.repeat(2000)}</a></d>`, { limits })).rejects.toMatchObject({ code: 'limit' })
    const { records } = await read('<d><a><__proto__>1</__proto__><x>2</x></a><a/></d>')
    expect(Object.keys(records[0] as object)).toEqual(['__proto__', 'x'])
  })

  it('does not add up the space between very many records', async () => {
    const limits = { ...DEFAULT_READ_LIMITS, cellChars: 1000 }
    expect((await read(`<d>${'\n      <a><x>1</x></a>'.repeat(2000)}</d>`, { limits })).records).toHaveLength(2000)
  })
})

describe('XML as people send it', () => {
  const feed =
    '<?xml version="1.0"?>\n<?xml-stylesheet href="x.xsl"?>\n<!-- feed -->\n<rss xmlns:g="http://base.google.com/ns/1.0" xmlns="urn:d">' +
    '<channel><title>Shop</title><item g:id="7"><g:price>1,50</g:price><title xml:lang="de">Rad</title></item>' +
    '<item><g:price>2</g:price><title>Ba<!-- c -->ll<![CDATA[ & <b>]]></title></item></channel></rss>'

  it('keeps prefixes of names, and follows a path with or without them', async () => {
    for (const recordPath of ['rss/channel/item', 'channel/item']) {
      expect((await read(feed, { format: { recordPath } })).records).toEqual([
        { '@g:id': '7', 'g:price': '1,50', title: { '@xml:lang': 'de', '#text': 'Rad' } },
        { 'g:price': '2', title: 'Ball & <b>' },
      ])
    }
    const prefixed = '<x:db xmlns:x="u"><x:row><x:a>007</x:a></x:row><x:row><x:a>1E5</x:a></x:row></x:db>'
    for (const recordPath of ['row', 'db/row', 'x:db/x:row', 'x:row']) {
      expect((await read(prefixed, { format: { recordPath } })).records).toEqual([{ 'x:a': '007' }, { 'x:a': '1E5' }])
    }
    await expect(read(prefixed, { format: { recordPath: 'y:row' } })).rejects.toMatchObject({ code: 'notFound' })
  })

  it('joins the chunks of mixed text', async () => {
    expect((await read('<d><p>one <b>two</b> three</p><p>x</p></d>')).records).toEqual([
      { b: 'two', '#text': 'one  three' },
      { '#text': 'x' },
    ])
  })

  it('says where a record path is lost and what there is instead', async () => {
    await expect(read(feed, { format: { recordPath: 'channel/product' } })).rejects.toMatchObject({
      message: "The record path 'channel/product' leads nowhere: 'channel' has the elements 'title', 'item'",
    })
    await expect(read(feed, { format: { recordPath: 'channel/title/x' } })).rejects.toMatchObject({
      message: "The record path 'channel/title/x' leads nowhere: 'channel' has the elements 'title', 'item'",
    })
  })

  it('refuses names that only HTML knows, and values that only a DTD would give', async () => {
    await expect(read('<d>\n<a>1&nbsp;2</a><a/></d>')).rejects.toMatchObject({
      code: 'syntax',
      message:
        /^Line 2: the XML is malformed: the entity '&\w+;' is not defined \(those a DOCTYPE defines are never read\)$/,
    })
  })

  it('says that a cut-off file is one', async () => {
    await expect(read('<list>\n<i><a>1</a></i>\n<i><a>2</a></i>\n')).rejects.toMatchObject({
      message: "Line 4: the XML is malformed: the file ends inside the element 'list'",
    })
  })

  it('limits the attributes of any element', async () => {
    const flood = Array.from({ length: 20_000 }, (_, i) => `a${i}=""`).join(' ')
    await expect(read(`<d ${flood}><a/><a/></d>`, { format: { recordPath: 'a' } })).rejects.toMatchObject({
      code: 'limit',
      line: 1,
    })
  })

  it('is read by its mark where another encoding is set, and warns', async () => {
    const content = Buffer.from('\ufeff<d><a>é</a><a>ü</a></d>')
    const { opened, records } = await read(content, { format: { encoding: 'windows-1252' } })
    expect(records).toEqual([{ '#text': 'é' }, { '#text': 'ü' }])
    expect(opened.notes.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        message:
          'The file begins with the byte order mark of utf-8 and is read so, though windows-1252 is set for its source',
      },
    ])
  })

  it('reads UTF-16 with a mark and the encoding it declares', async () => {
    const text = '\ufeff<?xml version="1.0" encoding="UTF-16"?><d><a>é</a><a>ü</a></d>'
    expect((await read(Buffer.from(text, 'utf16le'))).records).toEqual([{ '#text': 'é' }, { '#text': 'ü' }])
  })
})
