import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFormControl } from '../form-control.ts'
import { startOf } from '../shape/defaults.ts'
import type { Node } from '../shape/merge.ts'
import { pointerInto } from '../value-at.ts'
import type { PartProps } from './part-props.ts'

/** Items drawn at a time. */
export const itemsPerPage = 50

/** The schema of an item by its position: of the list, or of that position. */
export function itemSchema({ items, additionalItems }: Node, index: number): unknown {
  if (!Array.isArray(items)) return items ?? {}
  return index < items.length ? (items[index] as unknown) : (additionalItems ?? {})
}

/** A list's items with keys that move along with them, and what can be done with them. */
export function useItems({ value, pointer, shape: { node }, put, lock }: PartProps) {
  const { form, idPrefix } = useFormControl()
  const items: unknown[] = Array.isArray(value) ? value : []
  const keys = useKeys(items.length)
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(items.length / itemsPerPage))
  const first = (Math.min(page, pages) - 1) * itemsPerPage
  const focusNext = useFocus()
  const count = items.length
  const idOf = useCallback(
    (index: number, part: string) => `${idPrefix}${pointerInto(pointer, index)}:${part}`,
    [idPrefix, pointer],
  )
  const isFull = typeof node.maxItems === 'number' && items.length >= node.maxItems
  const isClosed = Array.isArray(node.items) && node.additionalItems === false && items.length >= node.items.length
  const remove = (index: number) => {
    keys.change((list) => list.toSpliced(index, 1))
    put(items.toSpliced(index, 1))
    focusNext(count > 1 ? idOf(Math.min(index, count - 2), 'remove') : `${idPrefix}${pointer}:add`)
  }
  const move = (index: number, by: -1 | 1) => {
    const to = index + by
    if (to < 0 || to >= count) return
    keys.change((list) => moved(list, index, to))
    put(moved(items, index, to))
    setPage(Math.floor(to / itemsPerPage) + 1)
    focusNext(idOf(to, by < 0 ? 'up' : 'down'))
  }
  const latest = useRef({ remove, move })
  useLayoutEffect(() => {
    latest.current = { remove, move }
  })
  const actions = useMemo<ItemActions>(
    () => ({
      count,
      idOf,
      remove: (index) => latest.current.remove(index),
      move: (index, by) => latest.current.move(index, by),
    }),
    [count, idOf],
  )

  return {
    items,
    keys: keys.list,
    first,
    shown: items.slice(first, first + itemsPerPage),
    page: first / itemsPerPage + 1,
    setPage,
    idOf,
    canAdd: lock === null && !isFull && !isClosed,
    add() {
      put([...items, startOf(form, itemSchema(node, items.length))])
      setPage(Math.ceil((items.length + 1) / itemsPerPage))
      focusNext(idOf(items.length, 'item'), true)
    },
    actions,
  }
}

/** What can be done with an item; the same object while a value is typed, so that no other item is drawn. */
export type ItemActions = {
  /** Items of the list. */
  count: number
  idOf: (index: number, part: string) => string
  remove: (index: number) => void
  /** Swaps an item with the one before (-1) or behind it (1). */
  move: (index: number, by: -1 | 1) => void
}

const moved = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, list[from] as T)

type Keys = { list: readonly number[]; next: number }

/** A key for each item; new ones at the end when the list grew. */
function useKeys(count: number) {
  const [kept, setKept] = useState<Keys>({ list: [], next: 0 })
  const keys = fitted(kept, count)
  if (keys !== kept) setKept(keys)
  return {
    list: keys.list,
    change: (by: (list: readonly number[]) => readonly number[]) =>
      setKept((before) => ({ ...before, list: by(before.list) })),
  }
}

function fitted(keys: Keys, count: number): Keys {
  const { list, next } = keys
  if (list.length === count) return keys
  const more = Array.from({ length: Math.max(0, count - list.length) }, (_, offset) => next + offset)
  return { list: [...list.slice(0, count), ...more], next: next + more.length }
}

/** Puts the focus on an element, or on the first field in it, once the list has been drawn anew. */
function useFocus() {
  const wanted = useRef<{ id: string; inside: boolean } | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { id, inside } = wanted.current
    const element = document.getElementById(id)
    if (element === null) return
    wanted.current = null
    const target = inside ? element.querySelector<HTMLElement>('input, textarea, select, button') : element
    target?.focus()
  })
  return (id: string, inside = false) => {
    wanted.current = { id, inside }
  }
}

export type Items = ReturnType<typeof useItems>
