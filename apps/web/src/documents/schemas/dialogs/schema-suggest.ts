import { textFormats } from '@millrace/contract/schemas/formats/formats'
import { isObject, keywordShape } from '@millrace/contract/schemas/schema-keywords'
import type { JsonSuggest, JsonSuggestion } from '../../../code/json-completion.ts'

const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

/** Keywords in the order in which authors look for them, with what each is for. */
const keywords: readonly [name: string, detail: string][] = [
  ['type', 'what kind of value it is'],
  ['title', 'its name for people'],
  ['description', 'what it means'],
  ['properties', 'the fields of an object'],
  ['required', 'fields that must be there'],
  ['items', 'what a list holds'],
  ['enum', 'the values it may have'],
  ['const', 'the one value it may have'],
  ['default', 'the value to begin with'],
  ['examples', 'values to show'],
  ['format', 'date, email, uri …'],
  ['pattern', 'a regular expression for text'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['key', 'records are found by it: blanks around it are left out'],
  ['minimum', 'the smallest number'],
  ['maximum', 'the largest number'],
  ['exclusiveMinimum', 'larger than this'],
  ['exclusiveMaximum', 'smaller than this'],
  ['multipleOf', 'a whole multiple of this'],
  ['minItems', 'entries at least'],
  ['maxItems', 'entries at most'],
  ['uniqueItems', 'no entry twice'],
  ['additionalItems', 'entries beyond the described ones'],
  ['contains', 'one entry at least is like this'],
  ['additionalProperties', 'fields that are not described'],
  ['patternProperties', 'fields by a pattern of their name'],
  ['propertyNames', 'what names of fields are like'],
  ['minProperties', 'fields at least'],
  ['maxProperties', 'fields at most'],
  ['dependencies', 'fields that need others'],
  ['allOf', 'all of these hold'],
  ['anyOf', 'one of these holds at least'],
  ['oneOf', 'exactly one of these holds'],
  ['not', 'this does not hold'],
  ['if', 'a condition'],
  ['then', 'what holds under the condition'],
  ['else', 'what holds otherwise'],
  ['$ref', 'another schema'],
  ['definitions', 'schemas to refer to'],
  ['$comment', 'a note for authors'],
  ['ui', 'how a form shows it'],
]

/** UI options of a field (SCH-009). */
const uiOptions: readonly (readonly [string, string])[] = [
  ['label', 'the name above the field'],
  ['showLabel', 'whether the name is shown'],
  ['legend', 'the heading of a group'],
  ['showLegend', 'whether the heading is shown'],
  ['description', 'help below the field'],
  ['placeholder', 'shown while it is empty'],
  ['columns', 'width, 1 to 12'],
  ['disabled', 'cannot be used'],
  ['readonly', 'cannot be changed'],
  ['hidden', 'is not shown'],
  ['widget', 'how it is drawn'],
]

/** What stands at each place of a schema: a schema, a map of names to schemas, a list of schemas, UI options, or data. */
type Place = 'schema' | 'map' | 'list' | 'ui' | 'data'

function placeAt(parts: readonly string[]): { place: Place; keyword: string } {
  let place: Place = 'schema'
  let keyword = ''
  for (const part of parts) {
    if (place === 'map' || place === 'list') place = 'schema'
    else if (place === 'schema') {
      keyword = part
      const shape = keywordShape(part)
      if (part === 'ui') place = 'ui'
      else if (shape === 'map' || shape === 'store' || shape === 'dependencies') place = 'map'
      else if (shape === 'list') place = 'list'
      else if (shape === 'schema' || shape === 'items') place = 'schema'
      else place = 'data'
    } else {
      keyword = part
      place = 'data'
    }
  }
  return { place, keyword }
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/**
 * Completion inside the JSON of a schema: keywords and UI options with what they are for, types, formats, names for
 * `required`, and what `$ref` may lead to.
 * @param schema as far as it can be read; null while it is no JSON
 * @param references addresses of other schemas, each with its name
 */
export function suggestInSchema(
  schema: unknown,
  references: readonly { address: string; name: string }[] = [],
): JsonSuggest {
  return (pointer, wanted) => {
    const parts = partsOf(pointer)
    const { place, keyword } = placeAt(parts)
    if (wanted === 'name') {
      if (place === 'schema') return keywords.map(([value, detail]) => ({ value, detail }))
      return place === 'ui' ? uiOptions.map(([value, detail]) => ({ value, detail })) : []
    }
    if (keyword === 'type') return types.map((value) => ({ value }))
    if (keyword === 'format') return [...textFormats.keys()].map((value) => ({ value }))
    if (keyword === '$ref') return referencesIn(schema, references)
    // The parts of `required` are numbers behind the keyword.
    const owner = parts.lastIndexOf('required')
    if (owner >= 0 && owner >= parts.length - 2) return namesOf(valueAt(schema, parts.slice(0, owner)))
    return place === 'schema' ? [{ value: true }, { value: false }] : []
  }
}

function referencesIn(schema: unknown, references: readonly { address: string; name: string }[]): JsonSuggestion[] {
  const own = isObject(schema) && isObject(schema.definitions) ? Object.keys(schema.definitions) : []
  return [
    ...own.map((name) => ({ value: `#/definitions/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` })),
    ...references.map(({ address, name }) => ({ value: address, detail: name })),
  ]
}

const namesOf = (schema: unknown): JsonSuggestion[] =>
  isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties).map((value) => ({ value })) : []

function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Record<string, unknown>)[part]
        : undefined,
    value,
  )
}
