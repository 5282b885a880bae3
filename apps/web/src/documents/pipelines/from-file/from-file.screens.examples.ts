import type { FileLook, Finding } from '@millrace/contract'
import type { ScreenExample } from '../../../gallery/screen-example.ts'
import { RefusedCallError } from '../../../gallery/answers.ts'
import { exampleTags } from '../../../access/badges/badges.examples.ts'
import { exampleTree } from '../../explorer/explorer.examples.ts'
import { exampleTypes } from '../pipelines.examples.ts'

const finding: Finding = {
  row: 2,
  line: 3,
  column: 'price',
  path: '/price',
  rule: 'type',
  value: 'abc',
  message: "Column 'price': 'abc' is not a number",
}

/** A file of three records; one does not fit the schema that most of them make. */
export const exampleLook = (over: Partial<FileLook> = {}): FileLook => ({
  contentType: 'csv',
  detected: { delimiter: ';', encoding: 'utf-8', decimal: ',' },
  inferred: {
    jsonSchema: { type: 'object' },
    files: [{ name: 'bikes.csv', records: 3 }],
    fields: ['sku', 'name', 'price'].map((name) => ({ pointer: `/properties/${name}`, seen: 3, filled: 3, types: {} })),
  },
  preview: {
    problem: null,
    detected: { delimiter: ';' },
    columns: ['sku', 'name', 'price'].map((name) => ({ header: name, property: name })),
    moreColumns: 2,
    rows: [
      { row: 1, line: 2, read: ['B1', 'City bike', '499,00'], coerced: ['"B1"', '"City bike"', '499'], findings: [] },
      { row: 2, line: 3, read: ['B2', null, 'abc'], coerced: ['"B2"', null, '"abc"'], findings: [finding] },
    ],
    counts: { records: 3, valid: 2, rejected: 1 },
    complete: true,
    groups: [{ ...finding, count: 1, first: [finding] }],
    notes: [{ level: 'info', message: 'Numbers are read with a decimal comma' }],
  },
  ...over,
})

const file = { name: 'bikes.csv', text: 'sku;name;price\nB1;City bike;499,00\nB2;;abc\n' }
const press = ['Menu of Bikes', 'New pipeline from file']
const answers: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /users/pipelines': { ...exampleTypes, pipelines: [] },
  'POST /pipelines/look-at-file': exampleLook(),
}
const refused: ScreenExample['answers'] = {
  ...answers,
  'POST /pipelines/look-at-file': () => {
    throw new RefusedCallError(40000, 'bikes.csv: The file holds no records')
  },
}

const at = '/manage/pipeline'
export const fromFileScreens: readonly ScreenExample[] = [
  { name: 'pipeline-from-file', at, as: 'manager', answers, press, file },
  { name: 'pipeline-from-file-refused', at, as: 'manager', answers: refused, press, file },
]
