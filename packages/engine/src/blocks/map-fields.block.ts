import { blockCode } from './block-code.ts'
import { anyValue, choice, flag, fromContext, listOf, object, settings, text, texts } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

export const mapFieldsBlock: Block = {
  name: 'Map fields',
  description: 'Makes new records of old ones: renames, fills, joins and converts fields.',
  kind: 'function',
  recordWise: true,
  isDB: false,
  isIO: false,
  inputs: [
    { name: 'records', inputSchema: recordList },
    {
      name: 'settings',
      inputSchema: settings({
        fields: listOf(
          'Fields',
          'One entry for each field to set, in their order. Each needs exactly one of From, From the run, Value and Template. A field without a value is left out.',
          object(
            {
              to: text('To', 'The field to set; a.b sets the field b of the object in a.'),
              from: text('From', 'The field whose value is taken.'),
              fromContext,
              value: anyValue('Value', 'The same value for every record.'),
              template: text('Template', 'A text with fields in braces, such as {brand} {name}.'),
              as: choice('As', 'The type to turn the value into.', [
                'as it is',
                'text',
                'number',
                'whole number',
                'boolean',
              ]),
              default: anyValue('Default', 'What is set when there is no value.'),
              treatAsEmpty: texts('Treat as empty', 'Values that stand for nothing, such as NA.'),
            },
            ['to'],
          ),
        ),
        keepOthers: flag(
          'Keep other fields',
          'Fields that are not named stay as they are; otherwise they are left out.',
        ),
        remove: texts('Remove', 'Fields to take away at the end.'),
        whenWrong: choice(
          'When a value cannot be turned',
          'Keep the value as it is, leave the field empty, or end the run.',
          ['keep', 'empty', 'error'],
        ),
      }),
    },
  ],
  outputs: [{ name: 'records', outputSchema: recordList }],
  code: blockCode('map-fields.js'),
  testPayload: {
    records: [{ ean: '0123', brand: 'Adventure Works', model: 'Road bike', price: '999.50', colour: 'NA' }],
    settings: {
      fields: [
        { to: 'key', from: 'ean' },
        { to: 'name', template: '{brand} {model}' },
        { to: 'price', from: 'price', as: 'number' },
        { to: 'attributes.colour', from: 'colour', treatAsEmpty: ['NA'], default: 'unknown' },
        { to: 'locale', fromContext: 'locale.label' },
      ],
    },
  },
  testContext: { locale: { label: 'fr-FR' } },
}
