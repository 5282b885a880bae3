import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type MenuPlace, RowMenu } from '../../ui/RowMenu.tsx'
import type { RowFaults } from './fault-places.ts'
import { type Edit, refuseName, renameAt } from './model/edits.ts'
import { kindLabel } from './model/palette.ts'
import { type Path, pathOf, pointerOf } from './model/paths.ts'
import type { TreeRow } from './model/tree.ts'
import { rowActionsOf, runAction } from './row-actions.ts'
import { SchemaRow } from './SchemaRow.tsx'
import styles from './schema-editor.module.css'
import { SearchBar } from './SearchBar.tsx'
import { pressTreeKey } from './tree-keys.ts'
import type { AddressWords } from './use-address-words.ts'
import { useClipboardKeys, usePartClipboard } from './use-part-clipboard.ts'
import { useRowDrag } from './use-row-drag.ts'
import { aroundOf, useSchemaSearch } from './use-schema-search.ts'
import { useTreeRows } from './use-tree-rows.ts'

type Props = {
  schema: unknown
  name: string
  /** The version whose schema it is, where that is edited. */
  documentId?: string
  selected: Path
  readOnly: boolean
  faults?: RowFaults
  /** What the address of a reference is called. */
  describe?: AddressWords
  onSelect: (path: Path) => void
  onEdit: (edit: Edit | null) => void
}

const asWritten: AddressWords = (address) => address
const noFaults: RowFaults = { own: new Map(), within: new Set() }

/** The schema as rows, only those in sight drawn; searched, changed and moved by mouse and by keys. */
export function SchemaTree({
  schema,
  name,
  documentId = '',
  selected,
  readOnly,
  faults = noFaults,
  describe = asWritten,
  onSelect,
  onEdit,
}: Props) {
  const [renaming, setRenaming] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ path: Path; at: MenuPlace; row: HTMLElement | null } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const at = pointerOf(selected)
  const { rows, index, virtual, isOpen, openAll, toggle } = useTreeRows(box, schema, name, selected)
  const search = useSchemaSearch({
    schema,
    name,
    at,
    onSelect,
    onReveal: (found) => openAll(aroundOf(found.map(({ path }) => path))),
  })
  const drag = useRowDrag({ schema, onEdit, onOpen: (pointer) => openAll([pointer]) })
  const clipboard = usePartClipboard({ schema, documentId, readOnly, onEdit })

  const firstHit = search.first === undefined ? -1 : rows.findIndex(({ pointer }) => pointer === search.first)
  useEffect(() => {
    if (firstHit >= 0) virtual.scrollToIndex(firstHit)
    // oxlint-disable-next-line react/exhaustive-deps -- it is brought into sight once, when it is found
  }, [search.first])

  const go = (step: number) => {
    const next = rows[Math.min(Math.max(index + step, 0), rows.length - 1)]
    if (next !== undefined) onSelect(next.path)
  }
  const openMenu = (path: Path, place: MenuPlace | null, row: HTMLElement | null) => {
    const { left = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {}
    onSelect(path)
    setMenu({ path, row, at: place ?? { x: left + 24, y: bottom } })
  }
  const keys = (event: KeyboardEvent) => {
    const row = rows[index]
    if (row === undefined || (event.target as Element).getAttribute('role') !== 'treeitem') return
    const pressed = pressTreeKey(event, row, {
      schema,
      readOnly,
      isOpen: isOpen(row.pointer),
      toggle: (wanted) => toggle(row, wanted),
      go,
      select: onSelect,
      rename: () => setRenaming(row.pointer),
      menu: () => openMenu(row.path, null, event.target as HTMLElement),
      onEdit,
    })
    if (pressed) event.preventDefault()
  }
  const faultOf = ({ pointer }: TreeRow): string | null => {
    const own = faults.own.get(pointer) ?? null
    return own ?? (faults.within.has(pointer) && !isOpen(pointer) ? 'Something in it is wrong.' : null)
  }
  useClipboardKeys(box, ({ type, clipboardData }) => {
    const row = rows[index]
    if (row === undefined || (readOnly && type !== 'copy') || (type === 'cut' && row.path.length === 0)) return false
    if (type === 'paste') clipboard.put(row.path, clipboardData?.getData('text/plain') ?? '')
    else clipboardData?.setData('text/plain', clipboard.take(row.path, type === 'cut'))
    return true
  })
  const actions =
    menu === null ? [] : [...clipboard.actionsOf(menu.path), ...(readOnly ? [] : rowActionsOf(schema, menu.path))]
  return (
    <div className={styles.treeBox}>
      <SearchBar search={search} />
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
                detail={row.kind === 'ref' ? describe(row.detail) : row.detail}
                top={start}
                isOpen={isOpen(row.pointer)}
                selected={row.pointer === at}
                focusable={row.pointer === at || (index < 0 && place === 0)}
                renaming={renaming === row.pointer}
                hit={search.isHit(row.pointer)}
                fault={faultOf(row)}
                mark={drag.markOf(row.pointer)}
                carrying={readOnly ? {} : drag.handlersOf(row)}
                refuse={(next) => refuseName(schema, row.path, next)}
                onRenamed={(next) => {
                  setRenaming(null)
                  if (next !== null && next !== row.label) onEdit(renameAt(schema, row.path, next))
                }}
                onSelect={() => onSelect(pathOf(row.pointer))}
                onToggle={() => toggle(row)}
                onMenu={(place, element) => openMenu(row.path, place, element)}
              />
            )
          })}
        </div>
      </div>
      {drag.status !== null && (
        <p className={styles.carrying} role="status">
          {drag.status}
        </p>
      )}
      {menu !== null && (
        <RowMenu
          label={menu.path.at(-1) ?? name}
          items={actions}
          at={menu.at}
          row={menu.row}
          onPick={(picked) => {
            const action = actions[picked]
            if (action !== undefined) runAction(action, onEdit)
          }}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}
