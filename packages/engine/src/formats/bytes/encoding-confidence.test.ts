import { describe, expect, it } from 'vitest'
import { CHUNK_BYTES } from './byte-source.ts'
import { readContent } from '../test-support/read-for-test.ts'

/** Text in a code page, from the bytes of its letters beyond ASCII. */
const encoded = (text: string, bytes: Record<string, number>) =>
  Buffer.from([...text].map((c) => bytes[c] ?? c.charCodeAt(0)))
const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('how sure the encoding is', () => {
  it.each<[string, Buffer, string, number]>([
    ['nothing but ASCII', Buffer.from('name\nBike\n'), 'utf-8', 1],
    ['UTF-8 with a mark', Buffer.from('\ufeffname\nCitroën\n'), 'utf-8', 1],
    ['UTF-8 without a mark', Buffer.from('name\nCitroën\n'), 'utf-8', 0.99],
    ['UTF-16 with a mark', Buffer.from('\ufeffname\nCitroën\n', 'utf16le'), 'utf-16le', 1],
    ['UTF-16 without a mark', Buffer.from('name\nCitroën\n', 'utf16le'), 'utf-16le', 0.95],
    ['UTF-16, big end first, without a mark', Buffer.from('name\nCitroën\n', 'utf16le').swap16(), 'utf-16be', 0.95],
    [
      'German in windows-1252',
      latin1('name\nCitroën\nMöbel, 5 °C, größer – ÄÖ\n'.replace('–', '\x96')),
      'windows-1252',
      0.95,
    ],
    ['French in windows-1252', latin1('nom\nCréée à l\x92étranger «tôt»\n'), 'windows-1252', 0.95],
  ])('%s', async (_name, content, encoding, confidence) => {
    const { opened } = await readContent(content)
    expect(opened.detected).toMatchObject({ encoding, encodingConfidence: confidence })
    expect(opened.notes[0]?.message).toContain(
      confidence === 1 ? `Read as ${encoding} (` : `${Math.round(confidence * 100)} % sure)`,
    )
    expect(opened.notes.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it.each<[string, Buffer, string]>([
    [
      'code page 850',
      encoded('name\nsi\u00e9ge, caf\u00e9s, p\u00e4r, t\u00f6ten\n', { é: 0x82, ä: 0x84, ö: 0x94 }),
      "'si\u201age', 'caf\u201as', 'p\u201er'",
    ],
    [
      'Mac Roman',
      encoded('name\ncaf\u00e9s; m\u00fcde; fran\u00e7ais\n', { é: 0x8e, ü: 0x9f, ç: 0x8d - 1 }),
      "'caf\u017ds', 'm\u0178de', 'fran\u0152ais'",
    ],
    [
      'Cyrillic',
      Buffer.from([...'name\n'].map((c) => c.charCodeAt(0)).concat([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 10])),
      "'\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2'",
    ],
  ])(
    'UPL-019/engine warns where %s was read as windows-1252, with a sample and its line',
    async (_name, content, sample) => {
      const { opened } = await readContent(content)
      expect(opened.detected.encodingConfidence).toBeLessThan(0.6)
      expect(opened.notes).toContainEqual({
        level: 'warn',
        message: `Letters beyond ASCII look wrong when read as windows-1252: ${sample}, first on line 2. If they are, the file has another encoding: save it as UTF-8`,
      })
    },
  )

  it('UPL-019/engine warns below 90 % with the letters in question, in XML too, and not at 90 %', async () => {
    const sure = (count: number, end = '') => `${'Größe\n'.repeat(count)}caf\u0081s`.replace('\u0081', '\x82') + end
    const doubt = (percent: number, line: number) => ({
      level: 'warn',
      message: `Letters beyond ASCII may be wrong (${percent} % sure) when read as windows-1252: 'caf\u201as', first on line ${line}. If they are, the file has another encoding: save it as UTF-8`,
    })
    expect((await readContent(latin1(`name\n${sure(3)}\n`))).opened.notes).toContainEqual(doubt(81, 5))
    const xml = latin1(`<l><r><n>a</n></r>\n<r><n>${sure(3, '</n></r></l>')}`)
    expect((await readContent(xml, { kind: 'xml' })).opened.notes).toContainEqual(doubt(81, 5))
    const { opened } = await readContent(latin1(`name\n${sure(10)}\n`))
    expect(opened.detected.encodingConfidence).toBe(0.9)
    expect(opened.notes.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it('looks at a letter between its neighbours, also where the file is read in two chunks', async () => {
    const rows = 'name\n'.padEnd(CHUNK_BYTES - 2, 'x\n')
    const sure = async (text: string) => (await readContent(latin1(rows + text))).opened.detected.encodingConfidence
    expect(await sure('aa\u00c9b\n')).toBe(0.05)
    expect(await sure('a \u00c9b\n')).toBe(0.95)
  })

  it('says where Latin-1 and windows-1252 are the same', async () => {
    expect((await readContent(latin1('name\nCitroën\n'))).opened.notes[0]?.message).toContain(
      'since line 2 is not UTF-8; Latin-1 gives the same text, 95 % sure',
    )
    const euro = await readContent(latin1('name\nCitroën 5 \x80\n'))
    expect(euro.records).toEqual([{ name: 'Citroën 5 €' }])
    expect(euro.opened.notes[0]?.message).not.toContain('Latin-1')
  })

  it('takes a set encoding as sure', async () => {
    const { opened } = await readContent(latin1('name\nCitroën\n'), { format: { encoding: 'windows-1252' } })
    expect(opened.detected.encodingConfidence).toBe(1)
    expect(opened.notes[0]?.message).toContain('as set for the source')
  })

  it('names a byte that neither UTF-8 nor windows-1252 has', async () => {
    await expect(readContent(latin1('name\nCitro\xebn\nM\x81nchen\n'))).rejects.toMatchObject({
      code: 'encoding',
      line: 3,
      offset: 14,
      message: 'The file has a broken encoding: byte 0x81 at offset 14, line 3, is not valid UTF-8 or windows-1252',
    })
  })

  it('reads UTF-7 and overlong forms as the plain bytes they are, never as what they hide', async () => {
    expect((await readContent('name\n+ADw-script+AD4-\n')).records).toEqual([{ name: '+ADw-script+AD4-' }])
    const overlong = Buffer.concat([Buffer.from('name\n'), Buffer.from([0xc0, 0xaf]), Buffer.from('etc\n')])
    const { opened, records } = await readContent(overlong)
    expect(records).toEqual([{ name: 'À¯etc' }])
    expect(opened.detected.encodingConfidence).toBeLessThan(0.6)
    const surrogate = Buffer.concat([Buffer.from('name\n'), Buffer.from([0xed, 0xa0, 0x80, 10])])
    expect((await readContent(surrogate)).opened.detected).toMatchObject({ encoding: 'windows-1252' })
    await expect(readContent(surrogate, { format: { encoding: 'utf-8' } })).rejects.toMatchObject({
      line: 2,
      offset: 5,
    })
  })

  it('refuses lone halves of a character in UTF-16', async () => {
    const content = Buffer.from('\ufeffname\na\ud800b\n', 'utf16le')
    await expect(readContent(content)).rejects.toMatchObject({ code: 'encoding', line: 2, offset: 14 })
  })
})
