import type { JsonSchema } from '@millrace/contract'
import type { ApiPerson } from './api.ts'

/** Locks a new version of a data model that has what `change` makes of the newest one. @returns its number */
export async function newerSchema(
  person: ApiPerson,
  schema: string,
  change: (jsonSchema: JsonSchema) => JsonSchema,
): Promise<number> {
  const found = await person.call('GET /schemas/byname', { query: { name: schema } })
  const made = await person.call('POST /schemas/version/new', { body: { id: found._id } })
  const { _id, name, sys_version, jsonSchema } = await person.call('GET /schemas/find', { query: { id: made._id } })
  await person.call('POST /schemas', { body: { _id, name, sys_version, jsonSchema: change(jsonSchema) } })
  return (await person.call('POST /schemas/version/lock', { body: { id: _id } })).version
}

/** The schema with one property more. */
export const withProperty =
  (name: string, property: JsonSchema) =>
  (jsonSchema: JsonSchema): JsonSchema => ({
    ...jsonSchema,
    properties: { ...(jsonSchema.properties as JsonSchema), [name]: property },
  })

/** Numbers of the versions of a pipeline, newest first. */
export async function versionsOf(person: ApiPerson, id: string): Promise<number[]> {
  const versions = await person.call('GET /pipelines/version', { query: { id } })
  return versions.map(({ version }) => version)
}
