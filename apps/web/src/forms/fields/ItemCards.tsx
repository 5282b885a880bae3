import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import { pointerInto } from '../value-at.ts'
import type { PartProps } from './part-props.ts'
import { ItemButtons } from './ItemButtons.tsx'
import { itemSchema, type Items } from './list-items.ts'

type ListProps = Omit<PartProps, 'look'>

/** A list as cards, one below the other. */
export function ItemCards({ part, items }: { part: ListProps; items: Items }) {
  return (
    <ol className={styles.cards} start={items.first + 1}>
      {items.shown.map((item, offset) => {
        const index = items.first + offset
        return (
          <li key={items.keys[index]} id={items.idOf(index, 'item')} className={styles.card}>
            <ItemField part={part} index={index} value={item} look="bare" />
            {part.lock === null && <ItemButtons items={items.actions} index={index} name={itemName(part, index)} />}
          </li>
        )
      })}
    </ol>
  )
}

/** What an item is called where it has no other name: 'Sizes 3'. */
export const itemName = ({ label }: ListProps, index: number): string => `${label === '' ? 'Item' : label} ${index + 1}`

type ItemProps = { part: ListProps; index: number; value: unknown; look: 'bare' | 'cell' }

export function ItemField({ part, index, value, look }: ItemProps) {
  const { Field } = useFormControl()
  return (
    <Field
      schema={itemSchema(part.shape.node, index)}
      value={value}
      pointer={pointerInto(part.pointer, index)}
      name={itemName(part, index)}
      isRequired
      isItem
      lock={part.lock}
      trail={part.trail}
      level={part.level + 1}
      look={look}
    />
  )
}
