import { blockCode } from './block-code.ts'
import { choice, listOf, object, settings, text, texts } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const groupBlock: Block = {
  name: 'Group',
  description: 'Makes one record of all records that agree in some fields, with counts, sums or lists of the others.',
  kind: 'function',
  recordWise: false,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'records', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings({
        by: texts('By', 'Fields in which the records of a group agree; without any, all records are one group.'),
        values: listOf(
          'Values',
          'What is worked out for each group.',
          object(
            {
              to: text('To', 'The field of the group to set.'),
              from: text('From', 'The field of the records; a count without it counts records.'),
              how: choice(
                'How',
                'What is made of the filled values; text joins the distinct ones with the separator.',
                ['count', 'sum', 'min', 'max', 'average', 'first', 'last', 'list', 'distinct', 'text'],
              ),
              separator: text('Separator', 'What stands between the values of a text.', { default: ', ' }),
            },
            ['to'],
          ),
        ),
      }),
    },
  ],
  outputs: [{ name: 'groups', outputSchema: recordList }],
  code: blockCode('group.js'),
  testPayload: {
    records: [
      { brand: 'A', price: 0.1, color: 'red' },
      { brand: 'B', price: 5, color: 'red' },
      { brand: 'A', price: 0.2, color: 'blue' },
    ],
    settings: {
      by: ['brand'],
      values: [
        { to: 'products', how: 'count' },
        { to: 'total', from: 'price', how: 'sum' },
        { to: 'colors', from: 'color', how: 'text' },
      ],
    },
  },
  testContext: {},
}
