import { useVirtualizer } from '@tanstack/react-virtual'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { sizes } from '../../../../theme/tokens.ts'
import { CrossCircleIcon } from '../../../../ui/glyphs.tsx'
import { focusRow, useKeepFocus } from '../../../../ui/row-focus.ts'
import type { Element } from '../../model/draft.ts'
import styles from '../diagram.module.css'
import type { DiagramGraph } from '../model/graph.ts'
import type { DiagramSelection } from '../use-diagram-selection.ts'
import { pressListKey } from './list-keys.ts'
import { type DiagramRow, rowsOf } from './rows.ts'

type Props = {
  name: string
  graph: DiagramGraph
  selection: DiagramSelection
  /** Something was selected here: it is to be brought into sight on the canvas. */
  onShow: (element: Element) => void
  /** A link was opened by Enter or double click. */
  onOpenLink: (element: Element) => void
}

const openAtFirst = ['inputs', 'instances', 'outputs', 'links']

/** Everything that is drawn, as a list for keys and screen readers. What is selected here is selected on the canvas. */
export function DiagramList({ name, graph, selection, onShow, onOpenLink }: Props) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openAtFirst))
  const [current, setCurrent] = useState<{ key: string; index: number }>()
  const rows = useMemo(() => rowsOf(graph, (key) => open.has(key)), [graph, open])
  const at = placeOf(rows, current)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => sizes['row-tree'],
    overscan: 12,
    useFlushSync: false,
  })
  const chosen = selection.elements.length === 1 ? selection.elements[0] : undefined
  useShowChosen(rows, chosen, virtual.scrollToIndex)
  useKeepFocus(box, 'data-key', rows[at]?.key)

  const toggle = ({ key }: DiagramRow, wanted = !open.has(key)) =>
    setOpen((before) => (wanted ? new Set([...before, key]) : new Set([...before].filter((one) => one !== key))))
  const pick = (row: DiagramRow, how: 'only' | 'toggle') => {
    setCurrent({ key: row.key, index: rows.indexOf(row) })
    if (row.element === null) return
    selection.pick(row.element, how)
    onShow(row.element)
  }
  const go = (step: number, extend: boolean) => {
    const to = Math.min(Math.max(at + step, 0), rows.length - 1)
    const row = rows[to]
    if (row === undefined) return
    virtual.scrollToIndex(to)
    setCurrent({ key: row.key, index: to })
    if (extend && row.element !== null && !selection.has(row.element)) pick(row, 'toggle')
    requestAnimationFrame(() => focusRow(box.current, 'data-key', row.key))
  }
  const openRow = (row: DiagramRow) => {
    if (row.opens !== null) void navigate({ to: '/manage/components', search: { id: row.opens } as never })
    else if (row.element?.part === 'links') {
      pick(row, 'only')
      onOpenLink(row.element)
    } else if (row.hasChildren) toggle(row)
    else pick(row, 'only')
  }
  const keys = (event: KeyboardEvent) => {
    const row = rows[at]
    if (row === undefined) return
    const level = row.level - 1
    const pressed = pressListKey(event, row, {
      isOpen: (key) => open.has(key),
      toggle,
      go,
      goToParent: () => {
        const parent = rows.slice(0, at).findLastIndex((one) => one.level === level)
        if (parent >= 0) go(parent - at, false)
      },
      pick: (one) => pick(one, 'toggle'),
      open: openRow,
    })
    if (pressed) event.preventDefault()
  }
  const click = (event: MouseEvent, row: DiagramRow) => {
    if (row.level === 1) toggle(row)
    pick(row, event.shiftKey || event.ctrlKey || event.metaKey ? 'toggle' : 'only')
  }
  return (
    <div
      ref={box}
      className={styles.list}
      role="tree"
      aria-label={`Everything drawn of ${name}`}
      aria-multiselectable="true"
      tabIndex={-1}
      onKeyDown={keys}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <div
              key={row.key}
              role="treeitem"
              className={styles.row}
              data-key={row.key}
              style={{ top: start, paddingLeft: row.level * 14 - 8 }}
              aria-level={row.level}
              aria-selected={row.element !== null && selection.has(row.element)}
              {...(row.hasChildren ? { 'aria-expanded': open.has(row.key) } : {})}
              tabIndex={index === at ? 0 : -1}
              onClick={(event) => click(event, row)}
              onDoubleClick={() => row.level > 1 && openRow(row)}
            >
              <span
                className={styles.fold}
                aria-hidden="true"
                onClick={(event) => {
                  if (!row.hasChildren) return
                  event.stopPropagation()
                  toggle(row)
                }}
              >
                {row.hasChildren && (open.has(row.key) ? '▾' : '▸')}
              </span>
              <span className={`${styles.text} ${row.level === 1 ? styles.heading : ''}`} title={row.text}>
                {row.text}
              </span>{' '}
              <span className={styles.detail} title={row.detail}>
                {row.detail}
              </span>
              {row.fault !== null && (
                <span className={styles.faultMark} role="img" aria-label={row.fault} title={row.fault}>
                  <CrossCircleIcon />
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** What was selected on the canvas is brought into sight here. */
function useShowChosen(rows: readonly DiagramRow[], chosen: Element | undefined, scrollTo: (index: number) => void) {
  const index = chosen === undefined ? -1 : rows.findIndex(({ element }) => isChosen(element, chosen))
  useEffect(() => {
    if (index >= 0) scrollTo(index)
    // oxlint-disable-next-line react/exhaustive-deps -- it is brought into sight once, when it is selected
  }, [chosen?.part, chosen?.index])
}

/** Where the current row is, and the one in its place once it is gone. */
function placeOf(rows: readonly DiagramRow[], current: { key: string; index: number } | undefined): number {
  if (current === undefined) return 0
  const found = rows.findIndex(({ key }) => key === current.key)
  return found >= 0 ? found : Math.max(0, Math.min(current.index, rows.length - 1))
}

const isChosen = (element: Element | null, chosen: Element) =>
  element?.part === chosen.part && element.index === chosen.index
