import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { sizes } from '../../theme/tokens.ts'
import { focusRow, useKeysHere } from '../../ui/row-focus.ts'
import { type Path, pointerOf } from './model/paths.ts'
import { rowsDownTo, rowsOf, type TreeRow } from './model/tree.ts'
import { aroundOf } from './use-schema-search.ts'

/** Levels that are open at first: the fields of the whole schema. */
const openLevels = 2

/** The rows of a schema as they are folded, and those in sight of `box`. What is selected is brought into sight. */
export function useTreeRows(box: RefObject<HTMLDivElement | null>, schema: unknown, name: string, selected: Path) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(rowsDownTo(schema, openLevels, name)))
  const keysHere = useKeysHere(box)
  const at = pointerOf(selected)
  const rows = useMemo(() => rowsOf(schema, (pointer) => open.has(pointer), name), [schema, open, name])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => sizes['row-tree'],
    overscan: 12,
    useFlushSync: false,
  })
  const index = rows.findIndex((row) => row.pointer === at)
  const openAll = (pointers: readonly string[]) =>
    setOpen((before) => (pointers.every((pointer) => before.has(pointer)) ? before : new Set([...before, ...pointers])))

  // What was added or found is brought into sight, with the focus where the keys had it.
  useEffect(() => openAll(aroundOf([selected])), [selected])
  // At once where the row is drawn: what is pressed while no row has the focus would be lost.
  useLayoutEffect(() => {
    if (index >= 0 && keysHere.current) focusRow(box.current, 'data-pointer', at)
  }, [box, index, at, keysHere])
  useEffect(() => {
    if (index < 0) return
    virtual.scrollToIndex(index)
    const { current } = box
    if (current === null || !keysHere.current) return
    const frame = requestAnimationFrame(() => keysHere.current && focusRow(current, 'data-pointer', at))
    return () => cancelAnimationFrame(frame)
  }, [box, index, at, virtual, keysHere])

  return {
    rows,
    /** Of the selected row; -1 where it is folded away. */
    index,
    virtual,
    isOpen: (pointer: string) => open.has(pointer),
    openAll,
    toggle(row: TreeRow, wanted = !open.has(row.pointer)) {
      setOpen((before) => {
        const next = new Set(before)
        if (wanted) next.add(row.pointer)
        else next.delete(row.pointer)
        return next
      })
    },
  }
}
