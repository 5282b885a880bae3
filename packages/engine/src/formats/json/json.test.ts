import { describe, expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { readContent, type ReadOptions } from '../test-support/read-for-test.ts'

const read = (content: string | Buffer, options: ReadOptions = {}) => readContent(content, { kind: 'json', ...options })

describe('JSON', () => {
  it('reads a list, with the line on which each record starts', async () => {
    const { opened, records, lines } = await read(
      '[\n  {"a": 1, "b": "x]},{"},\n  {"a": 2, "b": "\\"\\u00e9\\\\"}, {"a": 3,\n "b": [1, {"c": null}]}\n]\n',
    )
    expect(records).toEqual([
      { a: 1, b: 'x]},{' },
      { a: 2, b: '"é\\' },
      { a: 3, b: [1, { c: null }] },
    ])
    expect(lines).toEqual([2, 0, 0])
    expect(opened.detected).toEqual({ kind: 'json', encoding: 'utf-8', encodingConfidence: 1, jsonLines: false })
    expect(opened.columns).toBeNull()
  })

  it.each([
    ['all on one line', '[{"a":1},{"a":2},7,{"a":3},{"a":4}]', [0, 0, 0, 0], [null]],
    ['the list of a document', '{"of":"x","list":[{"a":1},{"a":2},7,{"a":3},{"a":4}]}', [0, 0, 0, 0], [null]],
    ['two on a line', '[\n{"a":1},\n{"a":2}, 7,\n{"a":3},\n{"a":4}]', [2, 0, 4, 5], [null]],
    ['one on each line', '[{"a":1},\n{"a":2},\n7,\n{"a":3},\n{"a":4}]', [1, 2, 4, 5], [3]],
    ['a text without line ends, one record', '[{"a":1}]', [1], []],
  ])('tells no line that several records have: %s', async (_name, content, lines, refused) => {
    const format = content.startsWith('{') ? { recordPath: 'list' } : {}
    for (const batchSize of [1000, 3]) {
      const result = await read(content, { batchSize, format })
      expect(result.lines).toEqual(lines)
      expect(result.rows.concat(result.refused.map(({ row }) => row)).toSorted()).toEqual(
        lines.concat(refused as number[]).map((_, i) => i + 1),
      )
      expect(result.refused.map(({ line }) => line)).toEqual(refused)
      expect(result.refused.flatMap(({ findings }) => findings.map(({ line }) => line))).toEqual(refused)
    }
  })

  it.each(['{"a":1}\n{"a":2}\n', '{"a":1}\r\n\r\n{"a":2}', '\ufeff{"a":1}\n  {"a":2}  \n'])(
    'reads one object per line: %j',
    async (content) => {
      const { opened, records } = await read(content)
      expect(opened.detected.jsonLines).toBe(true)
      expect(records).toEqual([{ a: 1 }, { a: 2 }])
    },
  )

  it('reads a single object as one record, on one line or many', async () => {
    for (const content of ['{"a":{"b":1}}', '{\n  "a": {\n    "b": 1\n  }\n}\n']) {
      expect((await read(content)).records).toEqual([{ a: { b: 1 } }])
    }
  })

  it('reads an empty list as no records', async () => {
    for (const content of ['[]', ' [ \n ] ']) expect((await read(content)).records).toEqual([])
  })

  it('gives the same with every size of batch', async () => {
    const all = Array.from({ length: 5000 }, (_, i) => ({ i, text: `"${i}" \\ {[,`, deep: [{ x: [i] }] }))
    for (const content of [
      JSON.stringify(all),
      JSON.stringify(all, null, 2),
      all.map((item) => JSON.stringify(item)).join('\n'),
    ]) {
      expect((await read(content, { batchSize: 7 })).records).toEqual(all)
    }
    expect((await read(JSON.stringify(all, null, 2), { batchSize: 7 })).lines.slice(0, 3)).toEqual([2, 13, 24])
  })

  it('follows a record path in its usual spellings', async () => {
    const content = '{\n"meta": {"n": 2},\n"data": {"items": [\n{"a": 1},\n{"a": 2}], "x": 1}}'
    for (const recordPath of ['data/items', 'data.items', '/data/items', '$.data.items[*]']) {
      const { records, lines } = await read(content, { format: { recordPath } })
      expect(records).toEqual([{ a: 1 }, { a: 2 }])
      expect(lines).toEqual([4, 5])
    }
    await expect(read(content, { format: { recordPath: 'data/rows' } })).rejects.toMatchObject({
      code: 'notFound',
      message: "The record path 'data/rows' leads nowhere: 'data' has the fields 'items', 'x', not 'rows'",
    })
    expect((await read('{"v":{"a":1}}\n{"v":{"a":2}}', { format: { recordPath: 'v' } })).records).toEqual([
      { a: 1 },
      { a: 2 },
    ])
  })

  // White space of RFC 8259 is space, tab, line feed and carriage return; escapes are the eight of it.
  it.each(['\f', '\v', '\u00a0', '\ufeff', '\u2028', '\u3000', '\u0000', '\u0085', '\u001c'])(
    'takes no other character for white space: %j',
    async (character) => {
      const places = [
        `[${character}{"a":1}]`,
        `[{"a":1}${character}]`,
        `[{"a":1},${character}{"a":2}]`,
        `[{"a":1}]${character}`,
        `[${character}]`,
        `[{"a":${character}1}]`,
        `{"a":1}${character}`,
        `{"a":1${character}}`,
        `{"rows":[{"a":1}${character}]}`,
      ]
      for (const place of places) await expect(read(place), place).rejects.toMatchObject({ name: 'FileError' })
      const lines = [
        `{"a":1}\n${character}\n{"a":2}\n`,
        `{"a":1}\n{"a":2}\n${character}`,
        `{"a":1}${character}\n{"a":2}\n`,
      ]
      for (const line of lines) {
        await expect(read(line, { name: 'x.ndjson' }), line).rejects.toMatchObject({ name: 'FileError' })
      }
      const path = read(`{"rows":[${character}]}`, { format: { recordPath: 'rows' } })
      await expect(path).rejects.toMatchObject({ name: 'FileError' })
    },
  )

  it('takes the white space and the escapes of RFC 8259 wherever they may stand', async () => {
    const space = ' \t\r\n'
    const content = `${space}[${space}{${space}"a"${space}:${space}"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"${space}}${space},${space}{"a":1}${space}]${space}`
    expect((await read(content)).records).toEqual([{ a: '"\\/\b\f\n\r\té' }, { a: 1 }])
    expect((await read('{"a":1}\n \t\r\n\r\n{"a":2}\r\n', { name: 'x.ndjson' })).records).toEqual([{ a: 1 }, { a: 2 }])
    for (const escape of ["\\'", '\\v', '\\0', '\\x41', '\\\f', '\\\n', '\\u 041', '\\u+041', '\\U0041']) {
      await expect(read(`[{"a":"${escape}"}]`), escape).rejects.toMatchObject({ code: 'syntax' })
      await expect(read(`{"a":1}\n{"a":"${escape}"}\n`), escape).rejects.toMatchObject({ name: 'FileError' })
    }
  })

  it('refuses entries that are no objects and keeps the others', async () => {
    const { records, rows, refused } = await read('[{"a":1}, 5, "text", null, [1], {"a":2}]')
    expect(records).toEqual([{ a: 1 }, { a: 2 }])
    expect(rows).toEqual([1, 6])
    expect(
      refused.map(({ row, findings }) => [row, findings[0]?.rule, findings[0]?.value, findings[0]?.message]),
    ).toEqual([
      [2, 'type', '5', 'The record is a number, not an object'],
      [3, 'type', 'text', 'The record is a text, not an object'],
      [4, 'type', 'null', 'The record is null, not an object'],
      [5, 'type', '[1]', 'The record is a list, not an object'],
    ])
  })

  it.each([
    ['[{"a":1},\n{"a":2,}]', 17, 2, "a field name in quotes is expected instead of '}'"],
    ['[{"a":1}\n{"a":2}]', 9, 2, "',' or ']' is expected instead of '{'"],
    ['[{"a":1},\n\n]', 11, 3, "a value is expected instead of ']'"],
    ['[{"a":1},,{"a":2}]', 9, 1, "a value is expected instead of ','"],
    ['[,{"a":1}]', 1, 1, "a value is expected instead of ','"],
    ['[{"a":1}', 8, 1, "',' or ']' is expected instead of the end of the file"],
    ['[{"a":"x', 8, 1, 'the file ends inside a text'],
    ['[{"a":1}] x', 10, 1, "'x' follows the end of the document"],
    ['{"a":1}{"a":2}', 7, 1, "'{' follows the end of the document"],
    ['[{"a":01}]', 7, 1, "',' or '}' is expected instead of '1'"],
    ['[{"a":"\\x"}]', 8, 1, "'x' cannot follow a backslash"],
    ['[{"a":"\\u12g4"}]', 11, 1, "four hex digits are expected after '\\u'"],
    ['[{"a":"line\nbreak"}]', 11, 1, 'a text contains a raw line break or control character'],
    ['[{"a":tru}]', 6, 1, "a value is expected instead of 't'"],
    ["[{'a':1}]", 2, 1, `a field name in quotes is expected instead of '''`],
    ['{"a":1}\n{"a":}\n{"a":3}\n', 13, 2, "a value is expected instead of '}'"],
    ['{"a":1}\n{"a":2\n', 14, 2, "',' or '}' is expected instead of the end of the line"],
    ['sku,name\n1,2\n', 0, 1, "a value is expected instead of 's'"],
  ])('names offset and line of the fault in %j', async (content, offset, line, what) => {
    await expect(read(content)).rejects.toMatchObject({
      name: 'FileError',
      code: 'syntax',
      offset,
      line,
      message: `The JSON is malformed at offset ${offset}, line ${line}: ${what}`,
    })
  })

  it('finds a fault far inside a large file', async () => {
    const good = Array.from({ length: 20_000 }, (_, i) => `{"i":${i},"t":"é"}`).join(',\n')
    const content = `[${good},\n{"i": nope}]`
    const offset = Buffer.byteLength(content) - '{"i": nope}]'.length + 6
    await expect(read(content)).rejects.toMatchObject({ code: 'syntax', offset, line: 20_001 })
  })

  it('names offset and line of a wrong byte', async () => {
    const content = Buffer.concat([Buffer.from('[{"a":1},\n{"a":"Citro'), Buffer.from([0xeb]), Buffer.from('n"}]')])
    await expect(read(content)).rejects.toMatchObject({ code: 'encoding', offset: 21, line: 2 })
  })

  it('reads UTF-16 with a mark', async () => {
    expect((await read(Buffer.from('\ufeff[{"a":"é"}]', 'utf16le'))).records).toEqual([{ a: 'é' }])
  })

  it('is read by its mark where another encoding is set, and warns', async () => {
    for (const [marked, content] of [
      ['utf-8', Buffer.from('\ufeff[{"a":"é"}]')],
      ['utf-16le', Buffer.from('\ufeff[{"a":"é"}]', 'utf16le')],
    ] as const) {
      const { opened, records } = await read(content, { format: { encoding: 'windows-1252' } })
      expect(records).toEqual([{ a: 'é' }])
      expect(opened.notes).toContainEqual({
        level: 'warn',
        message: `The file begins with the byte order mark of ${marked} and is read so, though windows-1252 is set for its source`,
      })
    }
  })

  it('treats a field called __proto__ as data', async () => {
    const { records } = await read('[{"__proto__":{"x":1},"a":2}]')
    expect(Object.keys(records[0] as object)).toEqual(['__proto__', 'a'])
    expect((records[0] as { x?: number }).x).toBeUndefined()
  })

  it('limits nesting in every shape of file', async () => {
    const limits = { ...DEFAULT_READ_LIMITS, depth: 20 }
    const deep = `{"a":${'['.repeat(50)}${']'.repeat(50)}}`
    for (const content of [`[${deep}]`, deep, `${deep}\n${deep}`]) {
      await expect(read(content, { limits })).rejects.toMatchObject({ code: 'limit', line: 1 })
    }
    const abyss = '['.repeat(1_000_000)
    for (const content of [abyss, `{"a":${abyss}`, `{"a":1}\n{"a":${abyss}\n`]) {
      await expect(read(content)).rejects.toMatchObject({ code: 'limit' })
    }
  })

  it('refuses what holds no records', async () => {
    await expect(read('42')).rejects.toMatchObject({
      code: 'structure',
      message: 'The file holds a number, not a list of records',
    })
    await expect(read('  \n ')).rejects.toMatchObject({ code: 'empty' })
  })
})

describe('numbers that JavaScript cannot hold', () => {
  it.each(['-12345678901234567890', '-1e400', '9007199254740993', '-9007199254740993'])(
    '%s is refused',
    async (number) => {
      const { records, refused } = await read(`[{"n":${number}}]`)
      expect(records).toEqual([])
      expect(refused).toMatchObject([{ record: { n: number } }])
    },
  )

  it.each(['[%]', '%\n', '{"list":[%]}'])('refuses the record, with the digits of the file, in %s', async (shape) => {
    const records = [
      '{"ean":12345678901234567890,"n":1}',
      '{"ean":"12345678901234567890","n":1e5}',
      '{"a":{"b":[1,1e400]}}',
    ]
    const content = shape.includes('\n') ? records.join('\n') : shape.replace('%', records.join(','))
    const format = shape.includes('list') ? { recordPath: 'list' } : {}
    const result = await read(content, { format })
    expect(result.records).toEqual([{ ean: '12345678901234567890', n: 100_000 }])
    expect(result.refused.map(({ record, findings: [finding] }) => [record, finding])).toMatchObject([
      [
        { ean: '12345678901234567890', n: 1 },
        {
          column: 'ean',
          path: '/ean',
          rule: 'precision',
          value: '12345678901234567890',
          message: "Field 'ean': 12345678901234567890 would lose digits as a number; write it in quotes",
        },
      ],
      [
        { a: { b: [1, '1e400'] } },
        { column: 'a', path: '/a/b/1', rule: 'range', message: "Field 'a/b/1': 1e400 is too large for a number" },
      ],
    ])
  })

  it('keeps large numbers that lose nothing', async () => {
    const { records } = await read(
      '[{"a":9007199254740991,"b":10000000000000000000,"c":-1e300,"d":12345678901234567.5}]',
    )
    expect(records).toEqual([{ a: 9007199254740991, b: 1e19, c: -1e300, d: 12345678901234568 }])
  })

  it('is not held up by a number of a million digits', async () => {
    const { refused } = await read(`[{"a":${'9'.repeat(1_000_000)}}]`)
    expect(refused[0]?.findings[0]).toMatchObject({ rule: 'range' })
    expect(refused[0]?.findings[0]?.value.length).toBeLessThan(300)
  })
})

describe('names that come twice in one object', () => {
  it.each(['[%]', '%\n', '{"list":[%]}'])('refuse the record, whose other values are kept, in %s', async (shape) => {
    const records = [
      '{"a":"fine, although it holds \\"a\\": and \\"a\\":","b":1}',
      '{"price":1.5,"name":"x","price":2}',
      '{"a":{"b":{"c":1,"\\u0063" : 2}}}',
      '{"a":[{"b":1},{"b":2}],"c":{"a":1}}',
    ]
    const content = shape.includes('\n') ? records.join('\n') : shape.replace('%', records.join(','))
    const format = shape.includes('list') ? { recordPath: 'list' } : {}
    const result = await read(content, { format })
    expect(result.records).toEqual([
      { a: 'fine, although it holds "a": and "a":', b: 1 },
      { a: [{ b: 1 }, { b: 2 }], c: { a: 1 } },
    ])
    expect(result.refused.map(({ row, findings: [finding] }) => [row, finding])).toMatchObject([
      [
        2,
        {
          column: 'price',
          path: '/price',
          rule: 'repeated',
          value: 'price',
          message: "Field 'price' comes twice in one object; only one of its values could be kept",
        },
      ],
      [3, { column: null, path: '', rule: 'repeated', value: 'c' }],
    ])
  })

  it('refuse a single object, and a record that loses digits as well says both', async () => {
    expect((await read('{"a":1,"a":2}')).refused).toMatchObject([{ record: { a: 2 } }])
    const { refused } = await read('[{"a":1,"a":2,"b":1e400}]')
    expect(refused[0]?.findings.map(({ rule }) => rule)).toEqual(['range', 'repeated'])
  })
})

describe('records as people send them', () => {
  it('follows a record path into nested objects, also past a name that comes twice', async () => {
    const content = '\ufeff{"meta":{"n":2},"data":{"items":[{"a":1},{"a":2}]},"more":[{"a":3}]}'
    for (const recordPath of ['data/items', 'data.items', '$.data.items[*]']) {
      expect((await read(content, { format: { recordPath } })).records).toEqual([{ a: 1 }, { a: 2 }])
    }
    const twice = await read('{"a":[{"x":1}],"a":[{"x":2}]}', { format: { recordPath: 'a' } })
    expect(twice.records).toEqual([{ x: 2 }])
  })

  it('reads lines with CRLF, blank ones between and none at the end', async () => {
    const { records, lines } = await read('\r\n{"a":"1E5"}\r\n\r\n \r\n{"a":"007"}')
    expect(records).toEqual([{ a: '1E5' }, { a: '007' }])
    expect(lines).toEqual([2, 5])
  })

  it('refuses a file whose last line is cut off: it is not whole', async () => {
    const content = Array.from({ length: 1000 }, (_, i) => JSON.stringify({ i, text: 'é' })).join('\n')
    await expect(read(content.slice(0, -3))).rejects.toMatchObject({ code: 'syntax', line: 1000 })
  })

  it('keeps lone halves of characters in escapes', async () => {
    expect((await read('[{"a":"\\ud800"}]')).records).toEqual([{ a: '\ud800' }])
  })

  it('limits the fields of a record', async () => {
    const fields = Array.from({ length: 20_000 }, (_, i) => `"f${i}":${i}`).join(',')
    for (const content of [`[{${fields}}]`, `{${fields}}`, `{"a":1}\n{${fields}}\n`]) {
      await expect(read(content)).rejects.toMatchObject({
        code: 'limit',
        message: /the record has more than 16384 fields; records are expected in a list$/,
      })
    }
  })
})
