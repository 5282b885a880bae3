import type { Schema } from '@millrace/contract'

/** A schema as GET /schemas/find answers it, for tests and the gallery. */
export const exampleSchema = (more: Partial<Schema> = {}): Schema => ({
  _id: 'bike2',
  name: 'Bike',
  folder: 'root',
  version: 2,
  vLocked: false,
  read_only: false,
  sys_version: 4,
  versions: [
    { _id: 'bike2', version: 2, vLocked: false, vParents: ['bike1'], lastUpdateDate: '2026-11-20T10:00:00.000Z' },
  ],
  jsonSchema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    'x-owner': 'product data',
    properties: {
      sku: { type: 'string', pattern: '^B\\d+$', title: 'Article number' },
      price: { type: 'number', minimum: 0, description: 'Gross, per piece', ui: { columns: 6 } },
      colour: { enum: ['red', 'blue', 'green'] },
      maker: { $ref: '#/definitions/maker' },
      sizes: { type: 'array', items: { type: 'integer' } },
    },
    required: ['sku', 'price'],
    definitions: { maker: { type: 'object', properties: { name: { type: 'string' } } } },
  },
  ...more,
})
