import type { FileKind, JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { fieldsToKeep } from './fields-to-check.ts'

const open: JsonSchema = { type: 'object', properties: { id: { type: 'integer' }, name: {} }, required: ['key'] }
const ref = 'importer://schema/id/a'

describe('the fields of records that are kept', () => {
  it.each<[string, FileKind, JsonSchema | null, string[] | null, string[] | null]>([
    ['what rules look at and what is read', 'csv', open, ['note', 'id'], ['id', 'key', 'name', 'note']],
    ['what rules look at, where nothing else is read', 'text', open, [], ['id', 'key', 'name']],
    ['what is read, where there are no rules', 'csv', null, ['note'], ['note']],
    ['a schema that is named', 'csv', { $ref: ref }, ['note'], ['id', 'key', 'name', 'note']],
    ['all, where the program may see all', 'csv', open, null, null],
    ['all, where rules look at every name', 'csv', { ...open, additionalProperties: false }, [], null],
    ['all, where rules look at several fields at once', 'csv', { ...open, minProperties: 3 }, [], null],
    ['all, where nothing is read and nothing checked', 'csv', null, [], null],
    ['all of a workbook', 'excel', open, [], null],
    ['all of JSON', 'json', open, [], null],
    ['all of XML', 'xml', open, [], null],
    ['all of an archive', 'zip', open, [], null],
  ])('%s', (_, kind, schema, read, kept) => {
    expect(fieldsToKeep(kind, schema, { [ref]: open }, read)).toEqual(kept)
  })
})
