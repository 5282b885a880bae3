import { holdingOf, kindOfSchema, type NodeKind, typesOf } from './kinds.ts'
import { isPlain, type Path, partsIn, pointerOf } from './paths.ts'

/** A row of the tree: a schema, or a keyword of one. */
export type TreeRow = {
  pointer: string
  path: Path
  kind: NodeKind
  /** A name of the author's, or the keyword. */
  label: string
  /** What else there is to say: the title, the values, what a reference leads to. */
  detail: string
  depth: number
  hasChildren: boolean
  /** A schema of its own, which can be selected, moved and removed as such; else a keyword's group. */
  isSchema: boolean
  /** A property that its object asks for. */
  required: boolean
}

/** Keywords that are rows though they hold no schemas. */
const plainRows = new Set(['required', 'enum'])

type Node = Omit<TreeRow, 'pointer' | 'depth'> & { children: () => Node[] }

function schemaNode(value: unknown, path: Path, label: string, required = false): Node {
  const kind = kindOfSchema(value)
  return {
    path,
    kind,
    label,
    detail: detailOf(value),
    isSchema: true,
    required,
    hasChildren: isPlain(value) && Object.keys(value).some((keyword) => isRow(keyword, value[keyword])),
    children: () => (isPlain(value) ? keywordNodes(value, path) : []),
  }
}

const isRow = (keyword: string, value: unknown): boolean =>
  holdingOf(keyword, value) !== null || (plainRows.has(keyword) && Array.isArray(value))

function keywordNodes(schema: Record<string, unknown>, path: Path): Node[] {
  return Object.entries(schema).flatMap(([keyword, value]): Node[] => {
    const at = [...path, keyword]
    const holding = holdingOf(keyword, value)
    if (!isRow(keyword, value)) return []
    const group = { path: at, kind: kindOfKeyword(keyword), label: keyword, required: false }
    if (holding === 'one') return [schemaNode(value, at, keyword)]
    const names = Array.isArray(schema.required) ? new Set(schema.required) : new Set()
    const inner = (): Node[] =>
      holding === null
        ? []
        : partsIn(value).flatMap((part) => {
            const item = (value as Record<string, unknown>)[part]
            return [schemaNode(item, [...at, part], part, keyword === 'properties' && names.has(part))]
          })
    const hasChildren = holding !== null && partsIn(value).length > 0
    const detail = plainRows.has(keyword) ? listWords(value as unknown[]) : String(partsIn(value).length)
    return [{ ...group, detail, isSchema: false, hasChildren, children: inner }]
  })
}

const kindOfKeyword = (keyword: string): NodeKind =>
  keyword === '$defs'
    ? 'definitions'
    : keyword === 'patternProperties'
      ? 'properties'
      : ((keyword as NodeKind) ?? 'schema')

/** Values that a row names; of more the number is told. */
const maxNamed = 5
const listWords = (values: readonly unknown[]): string => {
  const named = values.slice(0, maxNamed).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return values.length <= maxNamed ? named.join(', ') : `${named.join(', ')} and ${values.length - maxNamed} more`
}

function detailOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'anything' : 'nothing'
  if (Array.isArray(value)) return listWords(value)
  if (!isPlain(value)) return ''
  if (typeof value.$ref === 'string') return value.$ref
  const types = typesOf(value)
  const title = typeof value.title === 'string' ? value.title : ''
  return [types.length > 1 ? types.join(' or ') : '', title].filter(Boolean).join(' · ')
}

/** The rows of all that is open, in order. What is closed is not looked into, however much it holds. */
export function rowsOf(schema: unknown, isOpen: (pointer: string) => boolean, name: string): TreeRow[] {
  return walkRows(schema, name, ({ pointer }) => isOpen(pointer))
}

/** Pointers of every row down to a depth, for what is open at first. */
export const rowsDownTo = (schema: unknown, depth: number, name: string): string[] =>
  walkRows(schema, name, (row) => row.depth < depth)
    .filter((row) => row.depth < depth)
    .map(({ pointer }) => pointer)

function walkRows(schema: unknown, name: string, isOpen: (row: TreeRow) => boolean): TreeRow[] {
  const rows: TreeRow[] = []
  const add = ({ children, ...node }: Node, depth: number) => {
    const row = { ...node, pointer: pointerOf(node.path), depth }
    rows.push(row)
    if (row.hasChildren && isOpen(row)) for (const child of children()) add(child, depth + 1)
  }
  add(schemaNode(schema, [], name), 0)
  return rows
}
