import type { DocKind, Json } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { fileOfItem, itemOfFile } from './item-files.ts'

describe('FLD-005/ui files of documents (D-119)', () => {
  it.each<[DocKind, Record<string, Json>, string]>([
    ['schema', { jsonSchema: { type: 'object', properties: { b: {}, a: {} } } }, 'Bike parts.schema.json'],
    ['component', { kind: 'workflow', instances: [] }, 'Bike parts.component.json'],
    ['pipeline', { isMaster: true, dataSources: [] }, 'Bike parts.pipeline.json'],
  ])('a %s that is exported is imported as it was', (kind, content, fileName) => {
    const file = fileOfItem(kind, { name: 'Bike parts', content })
    expect(file.fileName).toBe(fileName)
    expect(itemOfFile(kind, file.fileName, file.text)).toEqual({ name: 'Bike parts', content })
  })

  it('a schema is any JSON Schema, called like its file', () => {
    expect(itemOfFile('schema', 'ev-vehicle.schema.json', '\uFEFF{"title":"x"}')).toEqual({
      name: 'ev-vehicle',
      content: { jsonSchema: { title: 'x' } },
    })
    expect(fileOfItem('schema', { name: 'a/b: c', content: { jsonSchema: {} } }).fileName).toBe('a_b_ c.schema.json')
  })

  it.each([
    ['{"a": }', /^The file is not JSON: /],
    ['[1]', 'The file does not hold an object.'],
    ['{"maximum": 1e999}', '1e999 is too large for a number. (at /maximum)'],
    [
      '{"maximum": 12345678901234567890}',
      /^12345678901234567890 would become 12345678901234567000: .* \(at \/maximum\)$/,
    ],
    [
      '{"properties": {"a": {"type": "string"}, "b": {}, "a": {"type": "number"}}}',
      'The name a comes twice: only one of the values would be kept. (at /properties/a)',
    ],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(() => itemOfFile('schema', 'x.json', text)).toThrow(sentence)
  })
})
