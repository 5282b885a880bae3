import type { HostileFile } from './hostile-file-for-test.ts'

const MiB = 1024 * 1024
const json = (name: string, content: HostileFile['content'], ends: HostileFile['ends']): HostileFile => ({
  name,
  kind: 'json',
  content,
  ends,
})
const xml = (name: string, content: HostileFile['content'], ends: HostileFile['ends']): HostileFile => ({
  name,
  kind: 'xml',
  content,
  ends,
})
const fields = (count: number) => Array.from({ length: count }, (_, i) => `"f${i}":1`).join(',')
const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "&l${i};&l${i};&l${i};&l${i};&l${i};">`).join(
  '',
)

/** JSON, JSON Lines and XML. */
export const hostileDocuments: HostileFile[] = [
  json('lists nested 100,000 deep', () => '['.repeat(100_000) + ']'.repeat(100_000), {
    problem: /nested more than 64 levels deep/,
  }),
  json('objects nested 100,000 deep', () => `[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`, {
    problem: /Line 1: the JSON is nested more than 64 levels deep/,
  }),
  json('a line nested 30,000 deep', () => `{"a":1}\n{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}\n`, {
    problem: /Line 2: the JSON is nested more than 64 levels deep/,
  }),
  json('an open bracket 20 million times', () => '['.repeat(20 * MiB - 1), { problem: /nested more than 64 levels/ }),
  json('a million fields in one object', () => `{${fields(1_000_000)}}`, { problem: /more than 16384 fields/ }),
  json('a million fields in a record of a list', () => `[{"a":1},{${fields(1_000_000)}}]`, {
    problem: /more than 16384 fields/,
  }),
  json('one field a million times', () => `[{${'"a":1,'.repeat(1_000_000)}"a":2}]`, {
    finding: /Field 'a' comes twice in one object/,
  }),
  json('a number beyond all numbers', () => '[{"a":1e400}]', { finding: /Field 'a': 1e400 is too large for a number/ }),
  json('a number of 10 million digits', () => `[{"a":${'9'.repeat(10 * MiB)}}]`, { finding: /too large for a number/ }),
  json('a text of 19 MiB', () => `[{"a":"${'x'.repeat(19 * MiB)}"}]`, { records: 1 }),
  json('a line of 19 MiB', () => `{"a":1}\n{"a":"${'x'.repeat(19 * MiB)}"}\n`, {
    problem: /Line 2: the record is longer/,
  }),
  json('300,000 entries that are no records', () => `[${'1,'.repeat(300_000)}1]`, {
    finding: /The record is a number, not an object/,
  }),
  json('a million empty objects', () => `[${'{},'.repeat(1_000_000)}{}]`, { records: 1_000_001 }),
  json('names of prototypes', () => '[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]', {
    records: 1,
  }),
  json('half a character in an escape', () => '[{"a":"\\ud800"}]', { records: 1 }),
  json('a zero byte', () => '[{"a":"\0"}]', { problem: /binary data|zero byte|control character/ }),
  json('a wrong byte', () => Buffer.from('[{"a":1},\n{"a":"\xff"}]', 'latin1'), {
    problem: /byte 0xFF at offset 16, line 2, is not valid UTF-8/,
  }),
  json('a comment', () => '[{"a":1}, // one\n{"a":2}]', { problem: /malformed at offset 10, line 1/ }),
  json('NaN', () => '[{"a":NaN}]', { problem: /malformed at offset 6, line 1/ }),
  json('one bad line of many', () => `${'{"a":1}\n'.repeat(1000)}{"a":\n${'{"a":1}\n'.repeat(1000)}`, {
    problem: /line 1001/,
  }),
  json('a list without an end', () => `[${'{"a":1},'.repeat(100_000)}`, { problem: /the end of the file/ }),
  json('lines that end within a record', () => `${'{"a":1}\n'.repeat(1000)}{"a":1`, {
    problem: /line 1001.*the end of the line/,
  }),

  xml('a billion laughs', () => `<!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]><d><a>&l20;</a><a/></d>`, {
    problem: /Line 1: the XML is malformed: the entity '&\w+;' is not defined/,
  }),
  xml(
    'a quadratic entity',
    () => `<!DOCTYPE d [<!ENTITY e "${'x'.repeat(MiB)}">]><d><a>${'&e;'.repeat(MiB)}</a><a/></d>`,
    {
      problem: /the entity '&\w+;' is not defined/,
    },
  ),
  xml('an entity of a file', () => '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><d><a>&e;</a><a/></d>', {
    problem: /the entity '&\w+;' is not defined/,
  }),
  xml(
    'an entity of parameters',
    () => '<!DOCTYPE d [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]><d><a>1</a><a>2</a></d>',
    {
      records: 2,
    },
  ),
  xml('a DTD from elsewhere', () => '<!DOCTYPE d SYSTEM "http://127.0.0.1:9/x.dtd"><d><a>1</a><a>2</a></d>', {
    records: 2,
  }),
  xml(
    'an inclusion',
    () => '<d xmlns:xi="http://www.w3.org/2001/XInclude"><a><xi:include href="file:///etc/passwd"/></a><a/></d>',
    {
      records: 2,
    },
  ),
  xml('elements nested 100,000 deep', () => '<a>'.repeat(100_000) + '</a>'.repeat(100_000), {
    problem: /Line 1: the XML is nested more than 64 levels deep/,
  }),
  xml(
    'a million attributes',
    () => `<d><a ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=""`).join(' ')}/><a/></d>`,
    {
      problem: /more than 16384 (?:attributes|fields)/,
    },
  ),
  xml(
    'a million attributes on the root',
    () => `<d ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=""`).join(' ')}><a/><a/></d>`,
    {
      problem: /more than 16384 (?:attributes|fields)/,
    },
  ),
  xml('an attribute of 19 MiB', () => `<d><a x="${'y'.repeat(19 * MiB)}"/><a/></d>`, {
    problem: /more than 1000000 characters/,
  }),
  xml('a name of 19 MiB', () => `<d><${'y'.repeat(19 * MiB)}/></d>`, { problem: /Line 1: / }),
  xml(
    '100,000 differently named elements',
    () => `<d>${Array.from({ length: 100_000 }, (_, i) => `<a${i}/>`).join('')}</d>`,
    {
      problem: /more than 16384 differently named elements/,
    },
  ),
  xml('a text of 19 MiB', () => `<d><a>${'x'.repeat(19 * MiB)}</a><a/></d>`, {
    problem: /more than 1000000 characters/,
  }),
  xml('a comment without an end', () => `<d><a/><a/><!-- ${'x'.repeat(19 * MiB)}`, {
    problem: /Line 1: the XML is malformed/,
  }),
  xml('CDATA without an end', () => `<d><a/><a><![CDATA[${'x'.repeat(MiB)}`, {
    problem: /Line 1: the XML is malformed/,
  }),
  xml('a DOCTYPE without an end', () => `<!DOCTYPE d [${'<!ENTITY x "y">'.repeat(MiB)}`, {
    problem: /Line 1: the XML is malformed/,
  }),
  xml('two roots', () => '<d><a/><a/></d><d/>', { problem: /Line 1: the XML is malformed/ }),
  xml('an encoding that is none', () => '<?xml version="1.0" encoding="UTF-7"?><d><a/><a/></d>', {
    problem: /encoding 'UTF-7', which is not supported/,
  }),
  xml(
    'an encoding that is another',
    () => Buffer.from('<?xml version="1.0" encoding="UTF-8"?><d><a>\xe9</a><a/></d>', 'latin1'),
    {
      problem: /byte 0xE9 at offset 44, line 1, is not valid UTF-8/,
    },
  ),
  xml('names of prototypes', () => '<d><a><__proto__><polluted>1</polluted></__proto__></a><a constructor="1"/></d>', {
    records: 2,
  }),
  xml('a control character', () => '<d><a>&#0;</a><a/></d>', { problem: /Line 1: the XML is malformed/ }),
]
