import { schemaCase, type SchemaCase } from './schema-case.ts'

const anything = [0, '', null, [], {}, false]

/** Keywords that say something to people only: no value is refused for them, and none is filled in. */
export const annotationCases: SchemaCase[] = [
  schemaCase(
    'default',
    { properties: { a: { type: 'integer', default: 'not an integer' } } },
    { valid: [{}, { a: 1 }], invalid: [{ a: 'x' }] },
  ),
  schemaCase('default', { required: ['a'], properties: { a: { default: 1 } } }, { valid: [{ a: 2 }], invalid: [{}] }),
  schemaCase(
    'title',
    { title: 'T', description: 'D', examples: [{ $ref: '#/nowhere' }], $comment: 'C' },
    { valid: anything },
  ),
  schemaCase(
    'readOnly',
    { properties: { a: { readOnly: true }, b: { writeOnly: true } } },
    { valid: [{ a: 1, b: 2 }] },
  ),
  schemaCase('contentMediaType', { contentMediaType: 'application/json' }, { valid: ['{"a": 1}', '{:}', ...anything] }),
  schemaCase('contentEncoding', { contentEncoding: 'base64' }, { valid: ['YQ==', '%', ...anything] }),
  schemaCase(
    'unknown',
    {
      ui: { $ref: 'importer://schema/id/none', type: 'x' },
      nullable: true,
      dependentRequired: { a: ['b'] },
      minContains: 3,
    },
    { valid: [{ a: 1 }, [1], ...anything] },
  ),
]
