import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { readContent } from '../test-support/read-for-test.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const zip = (files: Record<string, string | Uint8Array>, level: 0 | 6 = 6) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, data]) => [name, typeof data === 'string' ? strToU8(data) : data]),
      ),
      { level },
    ),
  )
const read = (content: Buffer, limits = DEFAULT_READ_LIMITS) => readContent(content, { kind: 'zip', limits })

describe('zip', () => {
  it.each([
    ['csv', 'data/list.csv', 'a;b\n1;2\n'],
    ['json', 'list.json', '[{"a":"1","b":"2"}]'],
    ['xml', 'list.xml', '<l><i><a>1</a><b>2</b></i><i><a>3</a><b>4</b></i></l>'],
    ['excel', 'list.xlsx', workbookBytes({ sheets: { S: sheetRow(1, ['a', 'b']) + sheetRow(2, ['1', '2']) } })],
  ])('reads the one %s file inside', async (kind, name, content) => {
    for (const level of [0, 6] as const) {
      const { opened, records } = await read(zip({ [name]: content }, level))
      expect(opened.detected).toMatchObject({ kind, inner: name.replace('data/', '') })
      expect(records[0]).toEqual({ a: '1', b: '2' })
    }
  })

  it('passes over folders and macOS companions', async () => {
    expect((await read(zip({ 'a/': '', 'a/x.csv': 'a,b\n1,2\n', '__MACOSX/a/._x.csv': 'junk' }))).records).toHaveLength(
      1,
    )
  })

  it('refuses several files, none, another archive, and what is no data', async () => {
    await expect(read(zip({ 'a.csv': 'a', 'b.csv': 'b' }))).rejects.toMatchObject({
      code: 'structure',
      message: "The archive holds 2 files ('a.csv', 'b.csv'); exactly one is expected",
    })
    await expect(read(zip({}))).rejects.toMatchObject({ code: 'empty' })
    await expect(read(zip({ 'a.csv': '' }))).rejects.toMatchObject({ code: 'empty' })
    await expect(read(zip({ 'b.zip': zip({ 'a.csv': 'a' }) }))).rejects.toThrow(
      "The file 'b.zip' in the archive looks like a zip archive, not like a data file",
    )
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
    await expect(read(zip({ 'a.csv': png }))).rejects.toThrow(/looks like a PNG image/)
  })

  it('unpacks no more than it may and than the directory declares', async () => {
    const bomb = zip({ 'a.csv': `a\n${'0'.repeat(3_000_000)}` })
    const limits = { ...DEFAULT_READ_LIMITS, wrappedBytes: 1024 * 1024 }
    await expect(read(bomb, limits)).rejects.toMatchObject({
      code: 'limit',
      message: 'The archive unpacks to more than 1 MiB',
    })
    const broken = Buffer.from(bomb).fill(0xff, 35, 60)
    await expect(read(broken, limits), 'before anything is unpacked').rejects.toMatchObject({ code: 'limit' })
    await expect(read(broken)).rejects.toMatchObject({ code: 'damaged' })
    const small = Buffer.from(bomb)
    // The declared size, in the directory at the end.
    small.writeUInt32LE(10, small.lastIndexOf('PK\x01\x02') + 24)
    await expect(read(small)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('refuses two files of one name, and a directory that counts fewer files than it lists', async () => {
    const two = zip({ 'a.csv': 'a,b\n1,2\n', 'b.csv': 'a,b\n3,4\n' }, 0)
    const twins = Buffer.from(two.toString('latin1').replaceAll('b.csv', 'a.csv'), 'latin1')
    await expect(read(twins)).rejects.toMatchObject({
      code: 'structure',
      message: "The archive holds 2 files ('a.csv', 'a.csv'); exactly one is expected",
    })
    const fewer = Buffer.from(two)
    const end = fewer.lastIndexOf('PK\x05\x06')
    fewer.writeUInt16LE(1, end + 8)
    fewer.writeUInt16LE(1, end + 10)
    await expect(read(fewer)).rejects.toMatchObject({
      code: 'damaged',
      message: 'The archive is truncated or damaged: its list of parts holds more than it counts',
    })
  })

  it('refuses names that lead out of the archive and parts with a password', async () => {
    await expect(read(zip({ '../../etc/a.csv': 'a,b\n1,2\n' }))).rejects.toThrow(
      'The archive is truncated or damaged: one of its parts has a name that leads out of the archive',
    )
    const locked = zip({ 'a.csv': 'a,b\n1,2\n' })
    locked.writeUInt16LE(1, 6)
    locked.writeUInt16LE(1, locked.lastIndexOf('PK\x01\x02') + 8)
    await expect(read(locked)).rejects.toMatchObject({ message: 'The archive is protected with a password' })
  })

  it('says that a cut-off archive is one', async () => {
    const whole = zip({ 'a.csv': `a\n${Array.from({ length: 1000 }, (_, i) => i * 7919).join('\n')}` })
    await expect(read(whole.subarray(0, whole.length - 40))).rejects.toMatchObject({
      code: 'damaged',
      message: /^The archive is truncated or damaged: /,
    })
  })
})
