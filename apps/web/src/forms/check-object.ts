import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { FormFault, Report, ValueChecker } from './value-checker.ts'

type Schema = Record<string, unknown>

/** The keywords of objects; gives the faults of the fields. */
export function checkObject(
  schema: Schema,
  value: Record<string, unknown>,
  parts: string[],
  checker: ValueChecker,
  fault: Report,
): FormFault[] {
  const { minProperties, maxProperties, required, propertyNames } = schema
  const names = Object.keys(value)
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    fault('maxProperties', { limit: maxProperties })
  if (typeof minProperties === 'number' && names.length < minProperties)
    fault('minProperties', { limit: minProperties })
  if (Array.isArray(required)) {
    for (const name of required as string[])
      if (!Object.hasOwn(value, name)) fault('required', { missingProperty: name })
  }
  if (propertyNames !== undefined) {
    for (const name of names) if (!checker.fits(propertyNames, name)) fault('propertyNames', { propertyName: name })
  }
  return [...dependencies(schema, value, parts, checker, fault), ...fields(schema, value, parts, checker, fault)]
}

function dependencies(
  { dependencies: all }: Schema,
  value: Record<string, unknown>,
  parts: string[],
  checker: ValueChecker,
  fault: Report,
): FormFault[] {
  if (!isObject(all)) return []
  return Object.entries(all).flatMap(([property, needed]) => {
    if (!Object.hasOwn(value, property)) return []
    if (!Array.isArray(needed)) return checker.faults(needed, value, parts)
    for (const name of needed as string[])
      if (!Object.hasOwn(value, name)) fault('dependencies', { property, missingProperty: name })
    return []
  })
}

function fields(
  { properties, patternProperties, additionalProperties }: Schema,
  value: Record<string, unknown>,
  parts: string[],
  checker: ValueChecker,
  fault: Report,
): FormFault[] {
  const named = isObject(properties) ? properties : {}
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : []
  const found: FormFault[] = []
  for (const [name, item] of Object.entries(value)) {
    const inner = [...(Object.hasOwn(named, name) ? [named[name]] : [])]
    for (const [pattern, schema] of patterns) if (checker.pattern(pattern).test(name)) inner.push(schema)
    for (const schema of inner) found.push(...checker.faults(schema, item, [...parts, name]))
    if (inner.length > 0 || additionalProperties === undefined) continue
    if (additionalProperties === false) fault('additionalProperties', { additionalProperty: name })
    else found.push(...checker.faults(additionalProperties, item, [...parts, name]))
  }
  return found
}
