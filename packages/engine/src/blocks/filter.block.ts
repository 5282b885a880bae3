import { blockCode } from './block-code.ts'
import { anyValue, choice, flag, fromContext, listOf, object, settings, text } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const filterBlock: Block = {
  name: 'Filter',
  description: 'Parts records by conditions: those that meet them go to one output, all others to the other.',
  kind: 'function',
  recordWise: true,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'records', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings(
        {
          match: choice('Match', 'Whether all conditions must be met, or any one of them.', ['all', 'any']),
          conditions: listOf(
            'Conditions',
            'What is asked of each record.',
            object(
              {
                field: text('Field', 'The field to look at; a.b is the field b of the object in a.'),
                is: choice(
                  'Is',
                  'How field and value are compared: numbers by size, anything else as text. An empty field is neither greater nor less than anything.',
                  [
                    'equals',
                    'not equals',
                    'contains',
                    'starts with',
                    'ends with',
                    'matches',
                    'greater than',
                    'at least',
                    'less than',
                    'at most',
                    'is empty',
                    'is not empty',
                    'is one of',
                  ],
                ),
                value: anyValue(
                  'Value',
                  'What the field is compared with; a list for "is one of", a pattern for "matches".',
                ),
                fromContext,
                ignoreCase: flag('Ignore case', 'Large and small letters are the same.'),
              },
              ['field'],
            ),
            { minItems: 1 },
          ),
        },
        ['conditions'],
      ),
    },
  ],
  outputs: [
    { name: 'kept', outputSchema: recordList },
    { name: 'others', outputSchema: recordList },
  ],
  code: blockCode('filter.js'),
  testPayload: {
    records: [
      { sku: 'A-1', country: 'FR', price: 12 },
      { sku: 'A-2', country: 'DE', price: 7 },
    ],
    settings: {
      match: 'all',
      conditions: [
        { field: 'country', is: 'equals', fromContext: 'locale.country' },
        { field: 'price', is: 'at least', value: 10 },
      ],
    },
  },
  testContext: { locale: { country: 'FR' } },
}
