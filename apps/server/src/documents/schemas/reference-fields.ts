import { type JsonSchema, schemaPlaces } from '@millrace/contract'
import type { Reference } from '../kernel/versions/references.reads.ts'

/**
 * What schemas refer to by what `addresses` say they mean, each with the place of its first reference: 'price' or
 * 'lines[].price', below the name that its schema has.
 */
export function fieldsOfAddresses(
  schemas: readonly (readonly [name: string, schema: JsonSchema])[],
  addresses: Readonly<Record<string, string>>,
): (Reference & { field: string })[] {
  const found = new Map<string, string>()
  for (const [name, whole] of schemas) {
    for (const { pointer, schema } of schemaPlaces(whole)) {
      const [address = ''] = typeof schema.$ref === 'string' ? schema.$ref.split('#') : []
      if (Object.hasOwn(addresses, address) && !found.has(address)) found.set(address, fieldName(name, pointer))
    }
  }
  return Object.entries(addresses).map(([address, to]) => ({
    to,
    role: 'schema',
    field: found.get(address) ?? '',
  }))
}

const silent = new Set(['properties', 'definitions', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'])

/** A JSON pointer as people write a place in data; of several that are combined the first is as good as any. */
function fieldName(name: string, pointer: string): string {
  const steps = pointer.split('/').slice(1)
  let field = name
  for (const [n, step] of steps.entries()) {
    const isName = steps[n - 1] === 'properties' || steps[n - 1] === 'definitions'
    if (!isName && step === 'items') field += '[]'
    else if (isName) field += `${field === '' ? '' : '.'}${step.replaceAll('~1', '/').replaceAll('~0', '~')}`
    else if (!silent.has(step) && !/^\d+$/.test(step)) field += `${field === '' ? '' : '.'}${step}`
  }
  return field
}
