import { blockCode } from './block-code.ts'
import { choice, flag, listOf, object, settings, text } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const joinBlock: Block = {
  name: 'Join',
  description: 'Brings together records of two lists that have the same key.',
  kind: 'function',
  recordWise: true,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'left', inputSchema: recordList },
    { name: 'right', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings(
        {
          on: listOf(
            'On',
            'Pairs of fields that must agree. Numbers and texts that look the same agree; records with an empty key have no partner.',
            object(
              {
                left: text('Left field', 'A field of the left records.'),
                right: text('Right field', 'The field of the right records that must have the same value.'),
              },
              ['left', 'right'],
            ),
            { minItems: 1 },
          ),
          how: choice(
            'How',
            'inner: only left records that have a partner. left: all left records, those without a partner as they are.',
            ['inner', 'left'],
          ),
          wins: choice(
            'Wins',
            'Which side gives a field that both have. An empty field never wins over a filled one.',
            ['left', 'right'],
          ),
          mergeObjects: flag('Merge objects', 'Objects that both sides have are merged field by field.'),
          rightInto: text('Right into', 'Puts the whole right record into this field instead of merging its fields.'),
        },
        ['on'],
      ),
    },
  ],
  outputs: [
    { name: 'joined', outputSchema: recordList },
    { name: 'leftOnly', outputSchema: recordList },
  ],
  code: blockCode('join.js'),
  testPayload: {
    left: [
      { sku: 'A-1', name: 'Vélo', price: 999.5 },
      { sku: 'A-9', name: 'Inconnu' },
    ],
    right: [{ key: 'A-1', name: 'Bike', color: 'Red' }],
    settings: { on: [{ left: 'sku', right: 'key' }], how: 'inner', wins: 'left' },
  },
  testContext: {},
}
