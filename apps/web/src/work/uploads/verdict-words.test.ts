import { expect, it } from 'vitest'
import { exampleSource } from '../../documents/pipelines/pipelines.examples.ts'
import { verdictWords } from './verdict-words.ts'

const counts = { records: 1197, valid: 1157, rejected: 40 }
const empty = { message: 'Price is empty' }
const judged = (over: Partial<Parameters<typeof verdictWords>[0]> = {}) =>
  verdictWords({
    ...{ upload: { counts }, source: exampleSource(), fromMaster: false, causes: [], problem: undefined },
    ...over,
  })

it.each<[string, Parameters<typeof judged>[0], string]>([
  ['no tolerance', {}, '40 of 1,197 records are rejected, and none may be: correct the file and replace it.'],
  [
    'a tolerance, and one cause',
    { source: exampleSource({ tolerance: 0.005 }), causes: [empty] },
    '40 of 1,197 records are rejected (Price is empty), more than the 0.5 % that may be: correct the file and replace it.',
  ],
  [
    'several causes, and a single record',
    { upload: { counts: { records: 1, valid: 0, rejected: 1 } }, causes: [empty, empty] },
    '1 of 1 record is rejected (most often: Price is empty), and none may be: correct the file and replace it.',
  ],
  [
    'one record of many',
    { upload: { counts: { records: 12, valid: 11, rejected: 1 } } },
    '1 of 12 records is rejected, and none may be: correct the file and replace it.',
  ],
  [
    'a file that cannot be read',
    { upload: { counts: { records: 0, valid: 0, rejected: 0 } }, problem: 'a.csv: The file is empty: it has 0 bytes.' },
    'a.csv: The file is empty: it has 0 bytes; no record could be read: correct the file and replace it.',
  ],
  [
    'a file that breaks off, within the tolerance until then',
    { source: exampleSource({ tolerance: 0.1 }), problem: 'The workbook is damaged' },
    'The workbook is damaged; only 1,197 records could be read: correct the file and replace it.',
  ],
  [
    'nothing that tells why',
    { upload: { counts: null } },
    'The file cannot be read; no record could be read: correct the file and replace it.',
  ],
  [
    'what the server fetched',
    { source: exampleSource({ connectorType: 'real-time' }) },
    '40 of 1,197 records are rejected, and none may be: correct it where it comes from and fetch it again.',
  ],
  [
    'what comes from the master',
    { fromMaster: true },
    '40 of 1,197 records are rejected, and none may be: replace it on the master.',
  ],
])('the verdict on an invalid file tells why, how many and what to do: %s', (_, given, sentence) => {
  expect(judged(given)).toBe(sentence)
})
