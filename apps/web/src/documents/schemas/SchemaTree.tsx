import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { sizes } from '../../theme/tokens.ts'
import { type Edit, moveBy, refuseName, removeAt, renameAt } from './model/edits.ts'
import { kindLabel } from './model/palette.ts'
import { isPlain, type Path, pathOf, pointerOf, valueAt } from './model/paths.ts'
import { hasOwnName } from './model/roles.ts'
import { rowsDownTo, rowsOf, type TreeRow } from './model/tree.ts'
import { SchemaRow } from './SchemaRow.tsx'
import styles from './schema-editor.module.css'

type Props = {
  schema: unknown
  name: string
  selected: Path
  readOnly: boolean
  onSelect: (path: Path) => void
  onEdit: (edit: Edit | null) => void
}

/** Levels that are open at first: the fields of the whole schema. */
const openLevels = 2

/**
 * The schema as rows, only those in sight drawn. Arrows move and fold, F2 renames, Delete removes, Alt and an arrow move
 * a row among its siblings.
 */
export function SchemaTree({ schema, name, selected, readOnly, onSelect, onEdit }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(rowsDownTo(schema, openLevels, name)))
  const [words, setWords] = useState('')
  const [renaming, setRenaming] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const at = pointerOf(selected)
  const searched = words.trim().toLowerCase()
  const all = useMemo(
    () => (searched === '' ? null : rowsOf(schema, () => true, name).filter((row) => matches(row, schema, searched))),
    [schema, name, searched],
  )
  const rows = useMemo(() => all ?? rowsOf(schema, (pointer) => open.has(pointer), name), [all, schema, open, name])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => sizes['row-tree'],
    overscan: 12,
    useFlushSync: false,
  })
  const index = rows.findIndex((row) => row.pointer === at)

  // What was added or found is brought into sight, with the focus where the keys had it.
  useEffect(() => {
    setOpen((before) => {
      const around = selected.map((_, depth) => pointerOf(selected.slice(0, depth)))
      return around.every((pointer) => before.has(pointer)) ? before : new Set([...before, ...around])
    })
  }, [selected])
  useEffect(() => {
    if (index < 0) return
    virtual.scrollToIndex(index)
    if (!box.current?.contains(document.activeElement)) return
    const { current } = box
    const frame = requestAnimationFrame(() => focusRow(current, at))
    return () => cancelAnimationFrame(frame)
  }, [index, at, virtual])

  const toggle = (row: TreeRow, wanted = !open.has(row.pointer)) =>
    setOpen((before) => {
      const next = new Set(before)
      if (wanted) next.add(row.pointer)
      else next.delete(row.pointer)
      return next
    })
  const go = (step: number) => {
    const next = rows[Math.min(Math.max(index + step, 0), rows.length - 1)]
    if (next !== undefined) onSelect(next.path)
  }
  const keys = (event: KeyboardEvent) => {
    const row = rows[index]
    if (row === undefined || (event.target as Element).tagName === 'INPUT') return
    if (!pressed(event, row)) return
    event.preventDefault()
  }
  const pressed = ({ key, altKey }: KeyboardEvent, row: TreeRow): boolean => {
    const movable = !readOnly && row.path.length > 0
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      if (movable) onEdit(moveBy(schema, row.path, key === 'ArrowUp' ? -1 : 1))
    } else if (key === 'ArrowDown') go(1)
    else if (key === 'ArrowUp') go(-1)
    else if (key === 'Home') go(-rows.length)
    else if (key === 'End') go(rows.length)
    else if (key === 'ArrowRight') {
      if (row.hasChildren && !open.has(row.pointer)) toggle(row, true)
      else go(row.hasChildren ? 1 : 0)
    } else if (key === 'ArrowLeft') {
      if (row.hasChildren && open.has(row.pointer)) toggle(row, false)
      else if (row.path.length > 0) onSelect(row.path.slice(0, -1))
    } else if (key === 'F2' && !readOnly && hasOwnName(row.path)) setRenaming(row.pointer)
    else if (key === 'Delete' && movable) onEdit(removeAt(schema, row.path))
    else return false
    return true
  }
  return (
    <div className={styles.treeBox}>
      <input
        type="search"
        className={styles.search}
        aria-label="Search the schema"
        placeholder="Search names, titles, descriptions, types"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {all !== null && (
        <p className="quiet" role="status">
          {all.length === 0 ? 'Nothing matches.' : `${all.length} found`}
        </p>
      )}
      <div ref={box} className={styles.rows} role="tree" aria-label={`Schema ${name}`} tabIndex={-1} onKeyDown={keys}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map(({ index: place, start }) => {
            const row = rows[place]
            if (row === undefined) return null
            return (
              <SchemaRow
                key={row.pointer}
                row={row}
                kind={kindLabel(row.kind)}
                top={start}
                isOpen={open.has(row.pointer)}
                selected={row.pointer === at}
                focusable={row.pointer === at || (index < 0 && place === 0)}
                renaming={renaming === row.pointer}
                refuse={(next) => refuseName(schema, row.path, next)}
                onRenamed={(next) => {
                  setRenaming(null)
                  if (next !== null && next !== row.label) onEdit(renameAt(schema, row.path, next))
                }}
                onSelect={() => onSelect(pathOf(row.pointer))}
                onToggle={() => toggle(row)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function matches({ label, detail, kind, path }: TreeRow, schema: unknown, words: string): boolean {
  const value = valueAt(schema, path)
  const description = isPlain(value) && typeof value.description === 'string' ? value.description : ''
  return [label, detail, kind, kindLabel(kind), description].some((text) => text.toLowerCase().includes(words))
}

/** Gives the row the focus, where it is drawn. */
function focusRow(box: HTMLElement, pointer: string) {
  const rows = [...box.querySelectorAll<HTMLElement>('[data-pointer]')]
  rows.find((row) => row.dataset.pointer === pointer)?.focus()
}
