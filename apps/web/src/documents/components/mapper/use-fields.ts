import type { Component, JsonSchema } from '@millrace/contract'
import type { RecordField } from '@millrace/contract/components/mapping.rule'
import { useMemo } from 'react'
import { useSchemaStore } from '../../schemas/use-schema-store.ts'
import type { ComponentDraft } from '../model/draft.ts'
import { fedSchemaOf, feedingOf } from './model/neighbours.ts'
import { fieldsOfPort, withRecord } from './model/record-fields.ts'

export type MappingFields = {
  targets: readonly RecordField[]
  /** The fields that may come, with those of a record at hand. */
  sourcesWith: (record: unknown) => readonly RecordField[]
  /** The component's own input that the records come from; undefined where they come from elsewhere. */
  input: string | undefined
  /** Schemas of the lists on both sides, where they are known. */
  sourceSchema: JsonSchema | undefined
  targetSchema: JsonSchema | undefined
}

/** The fields on both sides of an instance of Map fields, told by the schemas of the ports that it is joined with. */
export function useFields(
  draft: ComponentDraft,
  byId: ReadonlyMap<string, Component>,
  instance: string,
): MappingFields {
  const feeding = useMemo(() => feedingOf(draft, byId, instance, 'records'), [draft, byId, instance])
  const fed = useMemo(() => fedSchemaOf(draft, byId, instance, ['records']), [draft, byId, instance])
  const both = useMemo(() => [feeding.schema, fed], [feeding.schema, fed])
  const store = useSchemaStore(both)
  return useMemo(() => {
    const sources = fieldsOfPort(feeding.schema, store)
    return {
      targets: fieldsOfPort(fed, store),
      sourcesWith: (record) => withRecord(sources, record),
      input: feeding.input,
      sourceSchema: feeding.schema,
      targetSchema: fed,
    }
  }, [feeding, fed, store])
}
