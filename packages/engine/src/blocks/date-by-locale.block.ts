import { blockCode } from './block-code.ts'
import { choice, settings, text, texts, valueErrorChoice } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const dateByLocaleBlock: Block = {
  name: 'Date by locale',
  description: 'Reads dates as people of a locale write them, or in a format, and makes ISO text of them.',
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
          fields: texts('Fields', 'The fields to read; what is empty stays empty.', { minItems: 1 }),
          locale: text(
            'Locale',
            'Order of day and month and names of months, such as fr-FR; the locale of the run unless set. With a format English names unless set.',
          ),
          format: text(
            'Format',
            'Exactly this form, such as DD.MM.YYYY HH:mm. Tokens: YYYY YY MMMM MMM MM M DD D dddd ddd HH H hh h mm ss SSS A, Z for an offset, z for the name of a zone, which is passed over; [text] is text.',
          ),
          output: choice('Output', 'The day as written, or an instant in UTC such as 2024-12-31T11:00:00Z.', [
            'date',
            'date-time',
          ]),
          timeZone: text(
            'Time zone',
            'Where the times were written, such as Europe/Paris; the zone of the run unless set.',
          ),
          centuryFrom: {
            type: 'integer',
            title: 'Century from',
            description: 'Years of two digits from this one on are 19.., those below 20...',
            minimum: 0,
            maximum: 100,
            default: 50,
          },
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
  code: blockCode('date-by-locale.js'),
  testPayload: {
    records: [
      { sku: 'A-1', since: '31/12/2024' },
      { sku: 'A-2', since: '5 mars 2024' },
      { sku: 'A-3', since: 'soon' },
    ],
    settings: { fields: ['since'], locale: 'fr-FR', whenWrong: 'empty' },
  },
  testContext: {},
}
