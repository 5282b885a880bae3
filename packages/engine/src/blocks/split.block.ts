import { blockCode } from './block-code.ts'
import { choice, flag, settings, text } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const splitBlock: Block = {
  name: 'Split',
  description: 'Makes one record of each entry of a list, or of each part of a text between separators.',
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
          field: text('Field', 'The field with the list or text.'),
          separator: text('Separator', 'What stands between the parts of a text; empty parts are left out.'),
          to: text('To', 'The field that gets the entry; the same field unless set.'),
          index: text('Index', 'A field that gets the number of the entry, from 1.'),
          spread: flag('Spread objects', 'Fields of an entry that is an object are set in the record itself.'),
          whenEmpty: choice('When empty', 'What becomes of a record without entries.', ['keep', 'drop']),
        },
        ['field'],
      ),
    },
  ],
  outputs: [{ name: 'records', outputSchema: recordList }],
  code: blockCode('split.js'),
  testPayload: {
    records: [{ sku: 'A-1', colors: 'red; blue' }],
    settings: { field: 'colors', separator: ';', to: 'color', index: 'position' },
  },
  testContext: {},
}
