import { constants, deflateRawSync } from 'node:zlib'
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { HostileFile } from './hostile-file-for-test.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const MiB = 1024 * 1024
const zip = (files: Record<string, string | Uint8Array>, level: 0 | 9 = 9) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, data]) => [name, typeof data === 'string' ? strToU8(data) : data]),
      ),
      { level },
    ),
  )

/** Changes a field of every entry in the directory at the end. */
function inDirectory(archive: Buffer, change: (bytes: Buffer, entryAt: number) => void): Buffer {
  const bytes = Buffer.from(archive)
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1'))
    change(bytes, at)
  return bytes
}

const book = (sheet: string, more: Partial<Parameters<typeof workbookBytes>[0]> = {}) =>
  workbookBytes({ sheets: { S: sheet }, ...more })
const head = sheetRow(1, ['a', 'b'])
const cell = (content: string) => `<row r="2">${content}</row>`
const excel = (name: string, content: HostileFile['content'], ends: HostileFile['ends']): HostileFile => ({
  name,
  kind: 'excel',
  content,
  ends,
})
const archive = (name: string, content: HostileFile['content'], ends: HostileFile['ends']): HostileFile => ({
  name,
  kind: 'zip',
  content,
  ends,
})
const relations = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"/></Relationships>`

/** A workbook whose sheet unpacks to so many MiB of one text, which nobody has to build. */
function bombBook(text: string, mebibytes: number): Buffer {
  const block = Buffer.from(text.repeat(Math.ceil(MiB / text.length)))
  const packed = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH })
  const bytes = Buffer.concat([
    deflateRawSync(Buffer.from(`<worksheet><sheetData>${head}`), { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array.from({ length: mebibytes }, () => packed),
    deflateRawSync(Buffer.from('</sheetData></worksheet>')),
  ])
  // Stored as it is, then called packed, with the size it would have.
  const parts = unzipSync(book(''))
  const whole = Buffer.from(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': bytes }, { level: 0 }))
  return inDirectory(whole, (directory, at) => {
    if (!directory.toString('latin1', at + 46, at + 80).startsWith('xl/worksheets/')) return
    directory.writeUInt16LE(8, at + 10)
    directory.writeUInt32LE(mebibytes * MiB, at + 24)
  })
}

let packed: Buffer | undefined
/** 200 MiB of one letter; packing them takes longer than refusing them. */
const bomb = (): Buffer => (packed ??= zip({ 'a.csv': Buffer.alloc(200 * MiB, 48) }))

/** Workbooks and archives. */
export const hostileArchives: HostileFile[] = [
  excel(
    'a row with the number 1,000,000,000',
    () => book(`${head}<row r="1000000000"><c r="A1000000000"><v>1</v></c></row>`),
    {
      records: 1,
    },
  ),
  excel('1 GiB of empty rows', () => bombBook('<row r="2"><c r="A2"/></row>', 1024), {
    problem: /The workbook unpacks to more than 512 MiB/,
  }),
  excel(
    'rows of one far cell',
    () =>
      book(
        `<row r="1"><c r="A1" t="str"><v>a</v></c><c r="XFD1" t="str"><v>b</v></c></row>${'<row><c r="XFD2"><v>1</v></c></row>'.repeat(100_000)}`,
      ),
    {
      // On a busy machine its time is over before its cells are counted.
      problem: /the sheet has more than 100000000 cells|the run took longer than/,
    },
  ),
  excel('rows beyond the header', () => book(`${head}${'<row><c r="XFD2"><v>1</v></c></row>'.repeat(50_000)}`), {
    finding: /The row has 16384 cells, the header has 2/,
  }),
  excel('a text that does not exist', () => book(head + cell('<c r="A2" t="s"><v>99999999</v></c>')), {
    problem: /a cell points to text 99999999, which does not exist/,
  }),
  excel('a text number that is none', () => book(head + cell('<c r="A2" t="s"><v>-1</v></c>')), {
    problem: /points to text -1/,
  }),
  excel(
    'a sheet that is the workbook itself',
    () => book(head, { parts: { 'xl/_rels/workbook.xml.rels': relations('workbook.xml') } }),
    {
      problem: /its sheet does not end/,
    },
  ),
  excel(
    'a sheet outside of the workbook',
    () => book(head, { parts: { 'xl/_rels/workbook.xml.rels': relations('../../../../etc/passwd') } }),
    {
      problem: /the content of its sheet 'S' is missing/,
    },
  ),
  excel(
    'a sheet on another server',
    () => book(head, { parts: { 'xl/_rels/workbook.xml.rels': relations('http://127.0.0.1:9/s.xml') } }),
    {
      problem: /the content of its sheet 'S' is missing/,
    },
  ),
  excel(
    'links to other workbooks',
    () =>
      book(head + cell('<c r="A2"><f>[1]S!A1</f><v>5</v></c>'), {
        parts: { 'xl/externalLinks/externalLink1.xml': '<externalLink/>' },
      }),
    {
      records: 1,
    },
  ),
  excel(
    'an entity in a sheet',
    () =>
      book('', {
        parts: {
          'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData>${sheetRow(1, ['a'])}${sheetRow(2, ['&e;'])}</sheetData></worksheet>`,
        },
      }),
    {
      records: 1,
    },
  ),
  excel(
    'a sheet without an end',
    () => book('', { parts: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${head}${sheetRow(2, [1, 2])}` } }),
    {
      problem: /its sheet does not end/,
    },
  ),
  excel(
    'a row without an end',
    () => book('', { parts: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${head}<row r="2"><c><v>1` } }),
    {
      problem: /row 2 of the sheet does not end/,
    },
  ),
  excel('one row of 64 MiB', () => book(head + cell('<c><v>1</v></c>'.repeat(4 * MiB))), {
    problem: /(?:a single row|more than 16384 columns)/,
  }),
  excel('a text of 20 MiB', () => book(head, { shared: [`<si><t>${'x'.repeat(20 * MiB)}</t></si>`] }), {
    problem: /million characters|1000000 characters/,
  }),
  excel('five million texts', () => book(head, { shared: ['<si><t>x</t></si>'.repeat(5_000_000)] }), {
    problem: /more texts than can be kept in memory/,
  }),
  excel('styles of 40 MiB', () => book(head, { styles: '<xf numFmtId="1"/>'.repeat(2_300_000) }), {
    problem: /part 'xl\/styles.xml' is too large/,
  }),
  excel(
    'a size that is a lie',
    () =>
      inDirectory(book(head + sheetRow(2, [1, 2]).repeat(10_000)), (bytes, at) => bytes.writeUInt32LE(100, at + 24)),
    {
      problem: /is not what was packed/,
    },
  ),
  excel('a workbook with a password', () => inDirectory(book(head), (bytes, at) => bytes.writeUInt16LE(1, at + 8)), {
    problem: /The workbook is protected with a password/,
  }),
  excel('errors and formulas without results', () => book(head + cell('<c r="A2" t="e"><v>#REF!</v></c>')), {
    finding: /Column A 'a': the cell holds the error #REF!/,
  }),
  excel('a zip of another kind', () => zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' }), {
    problem: /looks like a Word document/,
  }),
  excel(
    '20,000 parts',
    () =>
      zip(
        Object.fromEntries([
          ['[Content_Types].xml', ''],
          ...Array.from({ length: 20_000 }, (_, i) => [`xl/p${i}`, '']),
        ]),
        0,
      ),
    {
      problem: /The workbook has 20001 entries; at most 10000 are read/,
    },
  ),

  archive('a bomb', bomb, {
    problem: /The archive unpacks to more than 64 MiB/,
  }),
  archive(
    'a bomb that calls itself small',
    () => inDirectory(bomb(), (bytes, at) => bytes.writeUInt32LE(10, at + 24)),
    {
      problem: /is not what was packed/,
    },
  ),
  archive('an archive in an archive', () => zip({ 'a.zip': zip({ 'b.zip': zip({ 'c.csv': 'a,b\n1,2\n' }) }) }), {
    problem: /The file 'a.zip' in the archive looks like a zip archive/,
  }),
  archive('names that lead outside', () => zip({ '../../../tmp/a.csv': 'a,b\n1,2\n' }), {
    problem: /a name that leads out of the archive/,
  }),
  archive('a name from the root', () => zip({ '/etc/a.csv': 'a,b\n1,2\n' }), {
    problem: /a name that leads out of the archive/,
  }),
  archive(
    '20,000 files',
    () => zip(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`${i}.csv`, 'a'])), 0),
    {
      problem: /The archive has 20000 entries/,
    },
  ),
  archive('two files', () => zip({ 'a.csv': 'a\n1', 'b.csv': 'a\n2' }), { problem: /The archive holds 2 files/ }),
  archive(
    'two files of one name',
    () =>
      Buffer.from(
        zip({ 'a.csv': 'a,b\n1,2\n', 'b.csv': 'a,b\n3,4\n' }, 0).toString('latin1').replaceAll('b.csv', 'a.csv'),
        'latin1',
      ),
    {
      problem: /The archive holds 2 files/,
    },
  ),
  archive(
    'a method nobody knows',
    () => inDirectory(zip({ 'a.csv': 'a,b\n1,2\n' }), (bytes, at) => bytes.writeUInt16LE(99, at + 10)),
    {
      problem: /compression method 99 is not supported/,
    },
  ),
  archive(
    'content in the wrong place',
    () => inDirectory(zip({ 'a.csv': 'a,b\n1,2\n' }), (bytes, at) => bytes.writeUInt32LE(3, at + 42)),
    {
      problem: /is not where the list of parts says/,
    },
  ),
  archive(
    'a changed byte',
    () => {
      const bytes = zip({ 'a.csv': 'a,b\n1,2\n' }, 0)
      bytes[bytes.indexOf('1,2')] = 57
      return bytes
    },
    { problem: /is not what was packed/ },
  ),
  archive('nothing', () => zip({}), { problem: /The file is empty: the archive holds no file/ }),
  archive('a program', () => zip({ 'a.csv': Buffer.from('MZ\0\0program') }), { problem: /looks like a program/ }),
  archive('a broken text', () => zip({ 'a.csv': 'a,b\n1,"2\n' }), {
    problem: /Line 2: a quote opens a cell here and is never closed/,
  }),
]
