import { blockCode } from './block-code.ts'
import { anyValue, choice, listOf, object, settings, text } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const lookupBlock: Block = {
  name: 'Lookup',
  description: 'Fills fields of records from the row of a table that has the same key.',
  kind: 'function',
  recordWise: true,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'records', inputSchema: recordList },
    { name: 'table', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings(
        {
          key: text('Key', 'The field of the records that is looked up.'),
          tableKey: text('Key of the table', 'The field of the table it is looked up in; the same name unless set.'),
          fields: listOf(
            'Fields',
            'What is taken from the row that was found.',
            object(
              {
                to: text('To', 'The field of the record to fill.'),
                from: text('From', 'The field of the table; the same name unless set.'),
                default: anyValue('Default', 'What is set when the table has no value.'),
              },
              ['to'],
            ),
            { minItems: 1 },
          ),
          whenMissing: choice(
            'When the key is missing',
            'Keep the record, with defaults, or drop it; both also put it on the output "missing". Or end the run.',
            ['keep', 'drop', 'error'],
          ),
        },
        ['key', 'fields'],
      ),
    },
  ],
  outputs: [
    { name: 'records', outputSchema: recordList },
    { name: 'missing', outputSchema: recordList },
  ],
  code: blockCode('lookup.js'),
  testPayload: {
    records: [{ sku: 'A-1', unit: 'pcs' }],
    table: [{ code: 'pcs', label: 'pieces' }],
    settings: { key: 'unit', tableKey: 'code', fields: [{ to: 'unitLabel', from: 'label' }] },
  },
  testContext: {},
}
