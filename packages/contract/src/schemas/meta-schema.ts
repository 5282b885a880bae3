import copy from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }

/** The address of the meta-schema. */
export const metaSchemaAddress = 'http://json-schema.org/draft-07/schema'

/**
 * Draft-07 described in draft-07. The copy that comes with ajv is stricter than the published meta-schema, which lets
 * `enum` be empty or say a value twice, and lacks `writeOnly`.
 */
export const metaSchema = {
  ...copy,
  properties: {
    ...copy.properties,
    enum: { type: 'array', items: true },
    writeOnly: { type: 'boolean', default: false },
  },
}
