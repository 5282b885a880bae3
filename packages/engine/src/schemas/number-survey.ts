import { type DecimalMark, decimalMarkOf } from '@millrace/contract/schemas/number-text.rule'
import type { DataRecord } from '../formats/records/file.types.ts'
import { isPlainObject, type PropertyTypes, readsNumbers, typesOf } from './schema-types.ts'
import type { SchemaNode, SchemaSet } from './schema-set.ts'

/** What the numbers of a file tell of its decimal mark. */
export class NumberSurvey {
  /** Numbers that can be read with one mark only. */
  readonly marks: Record<DecimalMark, number> = { '.': 0, ',': 0 }
  /** Numbers such as 5.000 that both marks can read, and the first two of them. */
  either = 0
  readonly examples: string[] = []

  look(text: string): void {
    const mark = decimalMarkOf(text)
    if (mark === null) return
    if (mark !== 'either') {
      this.marks[mark]++
      return
    }
    this.either++
    const shown = text.trim()
    if (this.examples.length < 2 && !this.examples.includes(shown)) this.examples.push(shown)
  }

  /** Whether any number had a mark. */
  get hasMarks(): boolean {
    return this.either > 0 || this.marks['.'] > 0 || this.marks[','] > 0
  }

  /** The mark that more numbers agree on than on the other, or null. */
  get decimal(): DecimalMark | null {
    const { '.': points, ',': commas } = this.marks
    return points === commas ? null : commas > points ? ',' : '.'
  }
}

type Visit = (value: unknown, survey: NumberSurvey) => void

/** Shows a survey the texts of a record that the schema asks to be numbers. @returns null where it asks for none */
export function createNumberVisitor(
  set: SchemaSet,
  types: PropertyTypes,
  nested: boolean,
): ((record: DataRecord, survey: NumberSurvey) => void) | null {
  const fields = fieldsOf(set, types, nested, new Map())
  if (fields.length === 0) return null
  return (record, survey) => visitFields(fields, record, survey)
}

type Field = readonly [name: string, visit: Visit]

const visitText: Visit = (value, survey) => {
  if (typeof value === 'string') survey.look(value)
}

function visitFields(fields: readonly Field[], record: DataRecord, survey: NumberSurvey): void {
  for (const [name, visit] of fields) if (Object.hasOwn(record, name)) visit(record[name], survey)
}

function fieldsOf(set: SchemaSet, types: PropertyTypes, nested: boolean, made: Map<unknown, Visit>): Field[] {
  return [...types.properties].flatMap(([name, node]): Field[] => {
    const visit = visitorOf(set, node, nested, made)
    return visit === null ? [] : [[name, visit]]
  })
}

function visitorOf(set: SchemaSet, node: SchemaNode, nested: boolean, made: Map<unknown, Visit>): Visit | null {
  const known = typesOf(set, node)
  const text = readsNumbers(known.types) ? visitText : null
  if (!nested || known.types === null || (!known.types.has('object') && !known.types.has('array'))) return text
  const before = made.get(node.schema)
  if (before) return before
  // Recursive schemas meet this forwarder before the real one is made.
  let real: Visit | null = text
  const forward: Visit = (value, survey) => real?.(value, survey)
  made.set(node.schema, forward)
  const fields = fieldsOf(set, known, nested, made)
  const item = known.items === null ? null : visitorOf(set, known.items, nested, made)
  real = (value, survey) => {
    if (Array.isArray(value)) for (const one of value) item?.(one, survey)
    else if (isPlainObject(value)) visitFields(fields, value, survey)
    // An element that occurs once is not a list yet.
    else (item ?? text)?.(value, survey)
  }
  return forward
}
