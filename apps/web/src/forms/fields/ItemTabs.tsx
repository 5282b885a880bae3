import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { useId, useState } from 'react'
import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import type { PartProps } from './part-props.ts'
import { ItemButtons } from './ItemButtons.tsx'
import { ItemField, itemName } from './ItemCards.tsx'
import { itemsPerPage, type Items } from './list-items.ts'

/** A list as tabs; only the item of the open tab is drawn. */
export function ItemTabs({ part, items }: { part: Omit<PartProps, 'look'>; items: Items }) {
  const { shown } = useFormControl()
  const [openKey, setOpenKey] = useState<number | null>(null)
  const [seen, setSeen] = useState<typeof shown>(null)
  if (shown !== seen) {
    setSeen(shown)
    const at = itemAt(part.pointer, shown?.pointer)
    if (at !== null) setOpenKey(items.keys[at] ?? null)
  }
  const id = useId()
  const found = items.keys.indexOf(openKey ?? -1)
  const isHere = found >= items.first && found < items.first + itemsPerPage
  const index = isHere ? found : items.first + (openKey === null ? 0 : items.shown.length - 1)
  const nameOf = (at: number) => ownName(part.ui.itemName, items.items[at]) ?? itemName(part, at)
  const open = (at: number) => {
    const inside = Math.min(Math.max(at, items.first), items.first + items.shown.length - 1)
    setOpenKey(items.keys[inside] ?? null)
    document.getElementById(`${id}:${inside}`)?.focus()
  }
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: items.items.length,
  }
  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={part.label || 'Items'} className={styles.tabList}>
        {items.shown.map((_, offset) => {
          const at = items.first + offset
          return (
            <button
              key={items.keys[at]}
              id={`${id}:${at}`}
              type="button"
              role="tab"
              aria-selected={at === index}
              aria-controls={`${id}:panel`}
              tabIndex={at === index ? 0 : -1}
              onClick={() => setOpenKey(items.keys[at] ?? null)}
              onKeyDown={(event) => {
                const to = steps[event.key]
                if (to === undefined) return
                event.preventDefault()
                open(to)
              }}
            >
              {nameOf(at)}
            </button>
          )
        })}
      </div>
      <div id={`${id}:panel`} role="tabpanel" aria-label={nameOf(index)} className={styles.tabPanel}>
        <div key={items.keys[index]} id={items.idOf(index, 'item')}>
          <ItemField part={part} index={index} value={items.items[index]} look="bare" />
        </div>
        {part.lock === null && <ItemButtons items={items.actions} index={index} name={nameOf(index)} />}
      </div>
    </div>
  )
}

/** The name that an item has itself, by the property that the list says. */
function ownName(property: string | undefined, item: unknown): string | null {
  const name = property !== undefined && isObject(item) ? item[property] : null
  return typeof name === 'string' && name.trim() !== '' ? name : null
}

/** Which item of the list at `list` the place lies in; null for a place elsewhere. */
function itemAt(list: string, place = ''): number | null {
  const [first = ''] = place.startsWith(`${list}/`) ? place.slice(list.length + 1).split('/') : []
  return /^\d+$/.test(first) ? Number(first) : null
}
