import { blockCode } from './block-code.ts'
import { choice, flag, settings, texts } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const deduplicateBlock: Block = {
  name: 'Deduplicate',
  description: 'Keeps one record of each key; the others go to an output of their own.',
  kind: 'function',
  recordWise: false,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'records', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings({
        by: texts(
          'By',
          'The fields that make the key; without any, the whole record. Records with an empty key all stay.',
        ),
        keep: choice('Keep', 'Which of the records with the same key stays.', ['first', 'last']),
        ignoreCase: flag('Ignore case', 'Large and small letters are the same.'),
      }),
    },
  ],
  outputs: [
    { name: 'unique', outputSchema: recordList },
    { name: 'duplicates', outputSchema: recordList },
  ],
  code: blockCode('deduplicate.js'),
  testPayload: {
    records: [
      { sku: 'A-1', price: 1 },
      { sku: 'A-1', price: 2 },
      { sku: 'A-2', price: 3 },
    ],
    settings: { by: ['sku'], keep: 'last' },
  },
  testContext: {},
}
