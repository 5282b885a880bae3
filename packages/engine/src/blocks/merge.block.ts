import { blockCode } from './block-code.ts'
import { settings, texts } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const mergeBlock: Block = {
  name: 'Merge',
  description: 'Puts two lists together, and makes one record of those with the same key.',
  kind: 'function',
  recordWise: false,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'first', inputSchema: recordList },
    { name: 'second', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings({
        by: texts(
          'By',
          'The fields that make the key. Records of the same key become one; filled fields of the later one win. Without any, the second list is appended to the first.',
        ),
      }),
    },
  ],
  outputs: [{ name: 'records', outputSchema: recordList }],
  code: blockCode('merge.js'),
  testPayload: {
    first: [{ sku: 'A-1', name: 'Bike', price: 5 }],
    second: [
      { sku: 'A-1', name: '', price: 6 },
      { sku: 'A-2', name: 'Helmet' },
    ],
    settings: { by: ['sku'] },
  },
  testContext: {},
}
