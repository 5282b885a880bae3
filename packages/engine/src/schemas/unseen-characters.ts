import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import type { DataRecord, ReadNote } from '../formats/records/file.types.ts'
import type { SchemaNode, SchemaSet } from './schema-set.ts'
import { isPlainObject, type PropertyTypes, typesOf } from './schema-types.ts'

/** White space and what has no width: both are taken from around a key. */
const aroundKey =
  /^[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+$/g
/** What looks like a plain space or like nothing: spaces that do not break, zero width, marks of direction, soft hyphens. */
const unseen = /[\u00a0\u00ad\u180e\u2007\u200b-\u200f\u202a-\u202f\u2060-\u2069\ufeff]/
/** Below this character none of them is. */
const lastSeen = 0x9f

/** Whether that character is one of them; letters of any language are told by a comparison or two. */
function isUnseen(code: number): boolean {
  if (code <= 0xff) return code === 0xa0 || code === 0xad
  return (code === 0x180e || code === 0xfeff || (code & 0xff80) === 0x2000) && unseen.test(String.fromCharCode(code))
}

const shownColumns = 20

type Kind = 'trimmed' | 'inside' | 'around'
type Told = { values: number; row: number | null; line: number | null; lastRow: number | null }

/** Looks at the texts of a record, and trims those of keys in place. */
export type UnseenVisitor = (record: DataRecord, row: number | null, line: number | null) => void

/**
 * No-break spaces and characters without a width in a file: around a key (a text whose schema says `"key": true`) they are
 * trimmed, since nobody could find the record by it otherwise. Around other texts that the schema requires, which may be
 * keys that nobody called so, the value stays as it is. Both are told; further texts are not looked at, for the time that
 * this takes of reading a file.
 */
export class UnseenCharacters {
  readonly #told: Record<Kind, Map<string, Told>> = { trimmed: new Map(), inside: new Map(), around: new Map() }
  #row: number | null = null
  #line: number | null = null

  /**
   * The visitor for records of this schema; null where it describes no text to look at.
   * @param trims false where values have types of their own (JSON): there keys are told about, too, and stay
   */
  visitor(set: SchemaSet, types: PropertyTypes, trims: boolean): UnseenVisitor | null {
    const looks: ((value: string) => string)[] = []
    const body: string[] = []
    for (const [name, node] of types.properties) {
      const { types: its } = typesOf(set, node)
      const isKey = saysKey(set, node)
      if (its === null ? !isKey : !its.has('string') || (!isKey && !types.required.has(name))) continue
      const i =
        looks.push(isKey ? (value) => this.#ofKey(name, value, trims) : (value) => this.#ofText(name, value)) - 1
      const at = `record[${JSON.stringify(name)}]`
      const look = isKey ? `c=looks[${i}](v);if(c!==v)${at}=c` : `looks[${i}](v)`
      body.push(
        `{const v=${at};if(typeof v==='string'&&v!==''${isKey ? '' : `&&(${odd('0')}||${odd('v.length-1')})`}){${look}}}`,
      )
    }
    if (looks.length === 0) return null
    const code = `return function look(record){let c;${body.join('\n')}}`
    const visit = new Function('looks', 'isUnseen', code)(looks, isUnseen) as (record: DataRecord) => void
    return (record, row, line) => {
      this.#row = row
      this.#line = line
      visit(record)
    }
  }

  /** One sentence for each column and kind. `headers`: property → the file's own name; `sheet`: of a workbook. */
  notes(headers: ReadonlyMap<string, string> | undefined, sheet: string | null): ReadNote[] {
    const place = ({ row, line }: Told) => recordPlace({ row, line }, sheet)
    const shown = (name: string) => `'${headers?.get(name) ?? name}'`
    const of = (kind: Kind, sentence: (name: string, told: Told) => ReadNote) =>
      [...this.#told[kind]].slice(0, shownColumns).map(([name, told]) => sentence(shown(name), told))
    return [
      ...of('trimmed', (name, told) => ({
        level: 'info',
        message: `${valuesHave(told)} of the key ${name} had blanks or invisible characters around ${itself(told)}, which are left out; the first is in ${place(told)}`,
      })),
      ...of('inside', (name, told) => ({
        level: 'warn',
        message: `${valuesHave(told)} of the key ${name} ${has(told)} a no-break space or an invisible character inside, which stays; the first is in ${place(told)}`,
      })),
      ...of('around', (name, told) => ({
        level: 'warn',
        message: `${valuesHave(told)} of ${name} ${has(told)} a no-break space or an invisible character at the beginning or end, which stays; the first is in ${place(told)}`,
      })),
    ]
  }

  #ofKey(name: string, value: string, trims: boolean): string {
    const trimmed = isPlain(value.charCodeAt(0)) && isPlain(value.charCodeAt(value.length - 1)) ? value : trimKey(value)
    if (trimmed !== value) {
      if (trims) this.#tell('trimmed', name)
      else if (unseen.test(value.replace(trimmed, ''))) this.#tell('around', name)
    }
    if (unseen.test(trimmed)) this.#tell('inside', name)
    return trims ? trimmed : value
  }

  #ofText(name: string, value: string): string {
    this.#tell('around', name)
    return value
  }

  #tell(kind: Kind, name: string): void {
    const row = this.#row
    const told = this.#told[kind].get(name)
    if (told === undefined) this.#told[kind].set(name, { values: 1, row, line: this.#line, lastRow: row })
    // A rejected record is looked at a second time, as it stands in the file.
    else if (row === null || told.lastRow !== row) {
      told.values++
      told.lastRow = row
    }
  }
}

/** Code that asks whether the text `v` has one of them at that place. */
const odd = (at: string): string => `(c=v.charCodeAt(${at}))>${lastSeen}&&isUnseen(c)`
const isPlain = (code: number): boolean => code > 0x20 && code <= lastSeen
const trimKey = (value: string): string => value.replace(aroundKey, '')

const valuesHave = ({ values }: Told): string => (values === 1 ? '1 value' : `${values} values`)
const has = ({ values }: Told): string => (values === 1 ? 'has' : 'have')
const itself = ({ values }: Told): string => (values === 1 ? 'it' : 'them')

/** Whether a schema says that its text is a key, itself or in what it refers to. */
function saysKey(set: SchemaSet, { schema }: SchemaNode, trail: readonly unknown[] = []): boolean {
  if (!isPlainObject(schema) || trail.includes(schema)) return false
  if (set.writtenOf(schema)?.key === true) return true
  const parts = [
    ...(typeof schema.$ref === 'string' ? [set.resolve(schema.$ref)] : []),
    ...(Array.isArray(schema.allOf) ? schema.allOf.map((part): SchemaNode => ({ schema: part })) : []),
  ]
  return parts.some((part) => part !== null && saysKey(set, part, [...trail, schema]))
}
