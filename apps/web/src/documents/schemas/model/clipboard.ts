import { type Edit, freeName, removeAt, setRequired } from './edits.ts'
import { type Outcome, refuseEntry, type Spot, spotAt, spotInto } from './moves.ts'
import { insertAt, isPlain, type Json, type Path, partsIn, replaceAt, valueAt } from './paths.ts'
import { insertedEntry, movedPart, referredPaths, withReferences } from './references.ts'
import { hasOwnName, isField } from './roles.ts'

/** Where a copied part came from. Only the text is on the clipboard: this is known as long as the app is open. */
export type CopiedFrom = {
  text: string
  /** The schema that it was part of, and the document of that. */
  schema: Json
  documentId: string
  path: Path
  required: boolean
  /** It was cut out: what referred to it follows to where it is pasted. */
  cut: boolean
}

/** A part as JSON text, as it would stand in a schema: with its name where that is the author's. */
export function writePart(schema: Json, path: Path): string {
  const text = JSON.stringify(valueAt(schema, path), null, 2)
  return hasOwnName(path) ? `${JSON.stringify(path.at(-1))}: ${text}` : text
}

type Part = { name: string | null; value: unknown }
const isSchema = (value: unknown): boolean => isPlain(value) || typeof value === 'boolean'

/** The parts that a text holds: one schema, or several with their names; null when it holds none. */
export function readParts(text: string): Part[] | null {
  const whole = parsed(text)
  if (isSchema(whole)) return [{ name: null, value: whole }]
  const members = parsed(`{${text.trim().replace(/,$/, '')}}`)
  const parts = isPlain(members) ? Object.entries(members).map(([name, value]) => ({ name, value })) : []
  return parts.length > 0 && parts.every(({ value }) => isSchema(value)) ? parts : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Takes a part out, which is on the clipboard then. */
export const cutPart = (schema: Json, path: Path): Edit => ({
  ...removeAt(schema, path),
  name: `cut of ${path.at(-1) ?? 'the schema'}`,
})

/**
 * Puts what the text holds into the selected row, or behind it where that holds nothing. A name that is taken gets a
 * number. Of what was copied here it is known whether it was required, what referred to it, and what it refers to.
 */
export function pastePart(schema: Json, selected: Path, text: string, from: CopiedFrom | null): Outcome {
  const parts = readParts(text)
  if (parts === null) return { reason: 'The clipboard holds no JSON schema.' }
  const known = from?.text === text ? from : null
  let next = schema
  let at = selected
  for (const part of parts) {
    const spot = at === selected ? spotForPaste(next, at) : spotAt(next, at, 'after')
    if ('reason' in spot) return spot
    const reason = refuseEntry(spot.parent, known?.path ?? null)
    if (reason !== null) return { reason }
    ;({ schema: next, path: at } = insertPart(next, spot, part))
  }
  if (known !== null) next = withOrigin(next, at, known)
  const [first] = parts
  const what = parts.length > 1 ? `${parts.length} parts` : (first?.name ?? at.at(-1))
  return { edit: { name: `paste of ${what}`, schema: next, selected: at } }
}

function spotForPaste(schema: Json, selected: Path): Spot | { reason: string } {
  const into = spotInto(schema, selected)
  if (!('reason' in into) || selected.length === 0) return into
  const beside = spotAt(schema, selected, 'after')
  return 'reason' in beside ? into : beside
}

function insertPart(
  schema: Json,
  { parent, index, keyword }: Spot,
  { name, value }: Part,
): { schema: Json; path: Path } {
  const into = valueAt(schema, parent)
  const title = isPlain(value) && typeof value.title === 'string' ? value.title : 'field'
  const label = keyword ?? (Array.isArray(into) ? String(index) : freeName(name ?? title, partsIn(into)))
  const path = [...parent, label]
  const next = insertAt(schema, parent, index, label, value)
  return { schema: withReferences(next, insertedEntry(schema, path)), path }
}

function withOrigin(schema: Json, path: Path, from: CopiedFrom): Json {
  let next = schema
  const isGone =
    valueAt(schema, from.path) === undefined && !Array.isArray(valueAt(from.schema, from.path.slice(0, -1)))
  if (from.cut && isGone) {
    next = withReferences(next, movedPart(from.path, path))
    if (from.required && isField(path)) next = setRequired(next, path, true).schema
  }
  return withDefinitions(next, valueAt(next, path), from.schema)
}

/** Definitions that a part from another schema refers to come along where this one has none of that name. */
function withDefinitions(schema: Json, part: unknown, source: Json): Json {
  let next = schema
  for (const [keyword = '', name = ''] of referredPaths(part)) {
    const path = [keyword, name]
    const definition = valueAt(source, path)
    const isMissing = definition !== undefined && valueAt(next, path) === undefined
    if (!isMissing || !['definitions', '$defs'].includes(keyword)) continue
    next = withDefinitions(replaceAt(next, path, definition), definition, source)
  }
  return next
}
