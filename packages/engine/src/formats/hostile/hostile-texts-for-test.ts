import type { HostileFile } from './hostile-file-for-test.ts'

const MiB = 1024 * 1024
const rows = (bytes: number) => 'some,text\n'.repeat(Math.ceil(bytes / 10))
const csv = (name: string, content: HostileFile['content'], ends: HostileFile['ends']): HostileFile => ({
  name,
  kind: 'csv',
  content,
  ends,
})

/** Delimited text. */
export const hostileTexts: HostileFile[] = [
  csv('a quote that opens behind 19 MiB', () => `a,b\n${rows(19 * MiB)}1,"open`, {
    problem: /Line 1992297: a quote opens a cell here and is never closed/,
  }),
  csv('a quote that opens before 19 MiB', () => `a,b\n1,"open\n${rows(19 * MiB)}`, {
    problem: /Line 2: a cell is longer than 1000000 characters; is a closing quote missing\?/,
  }),
  csv('one line of 20 MiB', () => 'x'.repeat(20 * MiB - 1), {
    problem: /Line 1: (?:the first row does not end|a cell is longer)/,
  }),
  csv('one row of 20 MiB', () => `a,b\n${'x,'.repeat(10 * MiB - 10)}`, {
    problem: /Line 2: the row has more than 16384 cells/,
  }),
  csv('one open row of many long cells', () => `a,b\n${`"${'x'.repeat(900_000)}",`.repeat(20)}`, {
    problem: /Line 2: the row is longer than 8000000 characters/,
  }),
  csv('a million columns', () => `${'a,'.repeat(1_000_000)}b\n1\n`, { problem: /Line 1: .*(?:16384|first row)/ }),
  csv('a header of 16,384 equal names', () => `${'a,'.repeat(16_383)}a\n${'1,'.repeat(16_383)}1\n`, { records: 1 }),
  csv('nothing but quotes', () => '"'.repeat(20 * MiB - 2), { problem: /Line 1: / }),
  csv('nothing but delimiters', () => `a,b\n${',\n'.repeat(9 * MiB)}`, { problem: /The file holds no records/ }),
  csv('nothing but line ends', () => '\r\n'.repeat(9 * MiB), { problem: /(?:blank characters|blank lines)/ }),
  csv('nothing but carriage returns', () => '\r'.repeat(19 * MiB), { problem: /(?:blank characters|blank lines)/ }),
  csv('300,000 rows too short', () => `a,b\n${'x\n'.repeat(300_000)}`, {
    finding: /^The row has 1 cell, the header has 2$/,
  }),
  csv('a zero byte in the beginning', () => 'a,b\n1,\0\n', { problem: /binary data|zero byte/ }),
  csv('a zero byte far behind', () => `a,b\n${rows(2 * MiB)}1,\0\n`, {
    problem: /The file is not text: it holds a zero byte at offset 2097166, line 209718$/,
  }),
  csv('lone halves of characters in UTF-16', () => Buffer.from('\ufeffa;b\n1;\ud800x\n', 'utf16le'), {
    problem: /byte 0x00 at offset 14, line 2, is not valid UTF-16LE/,
  }),
  csv(
    'half a character at the end of UTF-16',
    () => Buffer.concat([Buffer.from('\ufeffa;b\n1;2\n', 'utf16le'), Buffer.from('x')]),
    {
      problem: /at offset 18, line 3, is not valid UTF-16LE/,
    },
  ),
  csv('UTF-7', () => 'a,b\n+ADw-script+AD4-,1\n', { records: 1 }),
  csv('overlong UTF-8 among good', () => Buffer.concat([Buffer.from('a,b\né,ü\nö,'), Buffer.from([0xc0, 0xaf, 10])]), {
    problem: /byte 0xC0 at offset 13, line 3, is not valid UTF-8/,
  }),
  csv('names of prototypes as a header', () => '__proto__,constructor,toString\n1,2,3\n', { records: 1 }),
  csv('formulas', () => `a,b\n=cmd|' /C calc'!A0,@SUM(1)\n`, { records: 1 }),
  csv('terminal escapes and directions', () => 'a,b\n\u001b[2J,\u202eabc\n', { records: 1 }),
  csv('a script for screens', () => 'a,b\n<img src=x onerror=alert(1)>,1\n', { records: 1 }),
]
