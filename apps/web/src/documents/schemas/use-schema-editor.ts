import type { Schema } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { type EditedKind, useDocumentEditing } from '../editing/use-document-editing.ts'
import { type Edit, stepOf } from './model/edits.ts'
import type { Path } from './model/paths.ts'

const schemas: EditedKind<Schema, unknown, Path> = {
  contentOf: ({ jsonSchema }) => jsonSchema,
  nothing: [],
  find: (id) => call('GET /schemas/find', { query: { id } }),
  async save({ _id, name, sys_version }, value) {
    const body = { _id, name, sys_version, jsonSchema: value as Schema['jsonSchema'] }
    return call('POST /schemas', { body, told: texts.changedBySomebody })
  },
  saved: (_, sent) => sent,
  savedText: 'Schema saved',
  refresh: () => refreshCalls('GET /folders/tree', 'GET /schemas/find'),
}

/** An open version of a schema: its edits, saving, and what others do with it meanwhile. */
export function useSchemaEditor(loaded: Schema) {
  const { value, refusal, apply, ...editing } = useDocumentEditing(schemas, loaded)
  return {
    ...editing,
    schema: value,
    /** Why the server did not take the schema, and which one that was. */
    refusal: useMemo(
      () => refusal && { message: refusal.message, detail: refusal.detail, schema: refusal.sent },
      [refusal],
    ),
    apply: (edit: Edit | null) => apply(edit && stepOf(edit)),
  }
}

export type SchemaEditing = ReturnType<typeof useSchemaEditor>
