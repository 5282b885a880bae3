import type { Import } from '@millrace/contract'
import { expect, it } from 'vitest'
import { failedRecordOf } from './failed-record.ts'

const ran = (...kinds: string[]) =>
  ({ uploads: kinds.map((dataSubKind) => ({ _id: `u-${dataSubKind}`, dataSubKind, sha256: '' })) }) as Import['ranWith']

it.each<[string | null, Import['ranWith'], object | null]>([
  ['Bikes / Row, line 1, record 2: Error: two (row 4 of rows)', ran('rows'), { uploadId: 'u-rows', row: 4 }],
  [
    'Bikes / Row, line 1, record 2: Error: two (row 4 of my rows)',
    ran('x', 'my rows'),
    { uploadId: 'u-my rows', row: 4 },
  ],
  [
    'Dealers, line 1, record 2: Error: two (record 4 of rows, sheet My, (own), row 5)',
    ran('ro', 'rows'),
    { uploadId: 'u-rows', row: 4 },
  ],
  ['Bikes / Row, line 1, record 2: Error: two', ran('rows'), { uploadId: 'u-rows', row: 2 }],
  ['Bikes / Row, line 1, record 2, item 7: Error: two', ran('rows'), { uploadId: 'u-rows', row: 2 }],
  ['Bikes / Row, line 1, record 2: Error: two', ran('rows', 'others'), null],
  ['Bikes / Row, line 1: Error: in record 2', ran('rows'), null],
  ['Bikes / Row, line 1, record 2: Error: two (row 4 of gone)', ran('rows'), null],
  ['The sink out failed', ran('rows'), null],
  ['Bikes, record 2: Error: two', null, null],
  [null, ran('rows'), null],
])('%s', (problem, ranWith, expected) => expect(failedRecordOf({ problem, ranWith })).toEqual(expected))
