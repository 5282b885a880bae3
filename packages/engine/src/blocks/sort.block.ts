import { blockCode } from './block-code.ts'
import { choice, flag, listOf, object, settings, text } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const sortBlock: Block = {
  name: 'Sort',
  description: 'Puts records in order; equal ones stay in the order they came.',
  kind: 'function',
  recordWise: false,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'records', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings(
        {
          by: listOf(
            'By',
            'Fields to sort by; a later one decides where the earlier ones are equal.',
            object(
              {
                field: text('Field', 'The field to compare.'),
                direction: choice('Direction', 'Smallest first, or largest first.', ['ascending', 'descending']),
                as: choice('As', 'What the values are compared as; dates are ISO texts.', ['text', 'number', 'date']),
                locale: text('Locale', 'Sorts texts as dictionaries of the locale do, such as sv-SE.'),
                emptyFirst: flag('Empty first', 'Records with an empty field come first instead of last.'),
              },
              ['field'],
            ),
            { minItems: 1 },
          ),
        },
        ['by'],
      ),
    },
  ],
  outputs: [{ name: 'records', outputSchema: recordList }],
  code: blockCode('sort.js'),
  testPayload: {
    records: [{ name: 'Zoo', price: '9' }, { name: 'Ähre', price: '10' }, { name: 'Apfel' }],
    settings: { by: [{ field: 'name', locale: 'de-DE' }] },
  },
  testContext: {},
}
