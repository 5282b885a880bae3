import { blockCode } from './block-code.ts'
import { choice, settings, text, texts, valueErrorChoice } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const numberByLocaleBlock: Block = {
  name: 'Number by locale',
  description: 'Reads numbers as people of a locale write them, with signs, currencies and grouping.',
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
          fields: texts('Fields', 'The fields to read; what is a number already stays, what is empty too.', {
            minItems: 1,
          }),
          locale: text(
            'Locale',
            'How numbers are written, such as de-DE; the locale of the run unless set. Not needed with a decimal mark.',
          ),
          decimalMark: text('Decimal mark', 'Instead of that of the locale.', { maxLength: 1 }),
          groupMark: text('Grouping mark', 'Instead of that of the locale; blanks and apostrophes always group.'),
          percent: choice(
            'Percent',
            'What becomes of 12 %: the number 12, the number 0.12, or a value that cannot be read.',
            ['keep the number', 'divide by 100', 'wrong'],
          ),
          whenWrong: valueErrorChoice,
        },
        ['fields'],
      ),
    },
  ],
  outputs: [
    { name: 'records', outputSchema: recordList },
    { name: 'wrong', outputSchema: recordList },
  ],
  code: blockCode('number-by-locale.js'),
  testPayload: {
    records: [
      { sku: 'A-1', price: '1.234,50 €' },
      { sku: 'A-2', price: 'on request' },
    ],
    settings: { fields: ['price'], locale: 'de-DE', whenWrong: 'empty' },
  },
  testContext: {},
}
