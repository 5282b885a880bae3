import { mapFieldsName } from '@millrace/contract/components/mapping.rule'
import { blockCode } from './block-code.ts'
import { anyValue, choice, flag, fromContext, listOf, object, settings, text, texts } from './block-settings.ts'
import { type Block, recordList } from './block.types.ts'

const numbers = ['number', 'whole number']
const dates = ['date', 'date-time']
/** A setting that means something for these types only. */
const usedFor = (types: readonly string[]) => ({ properties: { as: { enum: [...types] } }, required: ['as'] })

const field = {
  ...object(
    {
      to: text('To', 'The field to set; a.b sets the field b of the object in a.', { minLength: 1 }),
      from: text('From', 'The field whose value is taken.', { minLength: 1 }),
      fromContext: { ...fromContext, minLength: 1 },
      value: anyValue('Value', 'The same value for every record.'),
      template: text('Template', 'A text with fields in braces, such as {brand} {name}.', { minLength: 1 }),
      as: choice('As', 'The type to turn the value into; a date becomes 2024-12-31.', [
        'as it is',
        'text',
        'number',
        'whole number',
        'boolean',
        'date',
        'date-time',
      ]),
      locale: text(
        'Locale',
        'How numbers and dates are written, such as de-DE, or "locale of the run". Unless set, numbers are plain and dates ISO.',
        { minLength: 1 },
      ),
      percent: choice(
        'Percent',
        'What becomes of 12 % where a locale is set: the number 12, the number 0.12, or a value that is wrong.',
        ['keep the number', 'divide by 100', 'wrong'],
      ),
      format: text('Format', 'Dates in exactly this form, such as DD.MM.YYYY HH:mm; tokens as in Date by locale.', {
        minLength: 1,
      }),
      timeZone: text('Time zone', 'Where times were written, such as Europe/Paris; the zone of the run unless set.', {
        minLength: 1,
      }),
      centuryFrom: {
        type: 'integer',
        title: 'Century from',
        description: 'Years of two digits from this one on are 19.., those below 20...',
        minimum: 0,
        maximum: 100,
        default: 50,
      },
      replace: listOf(
        'Replacements',
        'What is set instead of a value; it is not converted further.',
        object(
          {
            from: text('Value', 'The value as text, exactly as it is written.', { minLength: 1 }),
            to: anyValue('Replacement', 'What is set instead; nothing makes the field empty.'),
          },
          ['from'],
        ),
      ),
      whenNotListed: choice(
        'When a value has no replacement',
        'Keep the value, leave the field empty, or take the value for wrong.',
        ['keep', 'empty', 'wrong'],
      ),
      default: anyValue('Default', 'What is set when there is no value.'),
      onlyWith: text(
        'Only with',
        'Sets the field only where this one of the record is filled, such as a currency beside its price.',
        { minLength: 1 },
      ),
      treatAsEmpty: texts('Treat as empty', 'Values that stand for nothing, such as NA.'),
    },
    ['to'],
  ),
  oneOf: ['from', 'fromContext', 'value', 'template'].map((name) => ({ properties: { [name]: {} }, required: [name] })),
  dependencies: {
    locale: usedFor([...numbers, ...dates]),
    percent: usedFor(numbers),
    format: usedFor(dates),
    timeZone: usedFor(['date-time']),
    centuryFrom: usedFor(dates),
  },
}

export const mapFieldsBlock: Block = {
  name: mapFieldsName,
  description: 'Makes new records of old ones: renames, fills, joins, replaces and converts fields.',
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
          field,
        ),
        keepOthers: flag(
          'Keep other fields',
          'Fields that are not named stay as they are; otherwise they are left out.',
        ),
        remove: texts('Remove', 'Fields to take away at the end.'),
        whenWrong: choice(
          'When a value cannot be converted',
          'End the run, keep the value as it is, leave the field empty, or leave the record out. But for the first, the record also goes to the output "wrong".',
          ['error', 'keep', 'empty', 'leave out'],
        ),
      }),
    },
  ],
  outputs: [
    { name: 'records', outputSchema: recordList },
    { name: 'wrong', outputSchema: recordList },
  ],
  code: blockCode('map-fields.js'),
  testPayload: {
    records: [
      {
        ean: '0123',
        brand: 'Adventure Works',
        model: 'Road bike',
        price: '1.999,50 €',
        size: 'L',
        since: '31.12.2024',
      },
      { ean: '0124', brand: 'Adventure Works', model: '', price: '', size: 'NA', since: '' },
    ],
    settings: {
      fields: [
        { to: 'key', from: 'ean' },
        { to: 'name', template: '{brand} {model}' },
        { to: 'price', from: 'price', as: 'number', locale: 'de-DE' },
        { to: 'currency', value: 'EUR' },
        { to: 'attributes.size', from: 'size', treatAsEmpty: ['NA'], replace: [{ from: 'L', to: 'large' }] },
        { to: 'attributes.since', from: 'since', as: 'date', format: 'DD.MM.YYYY', default: 'unknown' },
        { to: 'locale', fromContext: 'locale.label' },
      ],
    },
  },
  testContext: { locale: { label: 'fr-FR' } },
}
