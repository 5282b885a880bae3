import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { kindLabel } from './model/palette.ts'
import { isPlain, type Path, pointerOf, valueAt } from './model/paths.ts'
import { rowsOf, type TreeRow } from './model/tree.ts'

/** Hits whose folded parts are opened; of more the step to one opens it. */
const maxOpened = 1000

type Options = {
  schema: unknown
  name: string
  /** Pointer of the selected row. */
  at: string
  onSelect: (path: Path) => void
  /** Opens all that is around these rows. */
  onReveal: (rows: readonly TreeRow[]) => void
}

/** Search in all rows, folded ones too: the hits are marked in the tree, opened, and gone through in their order. */
export function useSchemaSearch({ schema, name, at, onSelect, onReveal }: Options) {
  const [words, setWords] = useState('')
  const searched = useDeferredValue(words.trim().toLowerCase())
  const all = useMemo(() => (searched === '' ? null : rowsOf(schema, () => true, name)), [schema, name, searched])
  const hits = useMemo(() => (all ?? []).filter((row) => matches(row, schema, searched)), [all, schema, searched])
  const pointers = useMemo(() => new Set(hits.map(({ pointer }) => pointer)), [hits])
  useEffect(() => {
    if (hits.length > 0) onReveal(hits.slice(0, maxOpened))
    // oxlint-disable-next-line react/exhaustive-deps -- what was folded since stays so while words and schema are the same
  }, [searched])
  const now = hits.findIndex(({ pointer }) => pointer === at)
  /** Selects the next hit, or the one before, from the selected row on and round. */
  const step = (by: 1 | -1) => {
    if (all === null || hits.length === 0) return
    const places = new Map(all.map(({ pointer }, place) => [pointer, place]))
    const from = places.get(at) ?? -1
    const behind = hits.findIndex(({ pointer }) => (places.get(pointer) ?? 0) > from)
    const next = now >= 0 ? now + by : by > 0 ? behind : (behind < 0 ? hits.length : behind) - 1
    const hit = hits[(next + hits.length) % hits.length]
    if (hit === undefined) return
    onReveal([hit])
    onSelect(hit.path)
  }
  return {
    words,
    setWords,
    step,
    first: hits[0]?.pointer,
    count: hits.length,
    isHit: (pointer: string) => pointers.has(pointer),
    status:
      all === null
        ? null
        : hits.length === 0
          ? 'Nothing matches.'
          : now < 0
            ? `${hits.length} found`
            : `${now + 1} of ${hits.length}`,
  }
}

function matches({ label, detail, kind, path }: TreeRow, schema: unknown, words: string): boolean {
  const value = valueAt(schema, path)
  const description = isPlain(value) && typeof value.description === 'string' ? value.description : ''
  return [label, detail, kind, kindLabel(kind), description].some((text) => text.toLowerCase().includes(words))
}

/** Pointers of all that is around rows. */
export const aroundOf = (paths: readonly Path[]): string[] => [
  ...new Set(paths.flatMap((path) => path.map((_, depth) => pointerOf(path.slice(0, depth))))),
]
