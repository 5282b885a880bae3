import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { readUiOptions } from '@millrace/contract/schemas/ui-options.rule'
import { memo, useMemo } from 'react'
import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import { shapeOf } from '../shape/shape.ts'
import { pointerInto } from '../value-at.ts'
import type { PartProps } from './part-props.ts'
import { ItemButtons } from './ItemButtons.tsx'
import { itemName } from './ItemCards.tsx'
import { type ItemActions, itemSchema, type Items } from './list-items.ts'

type Props = { part: Omit<PartProps, 'look'>; items: Items }

/** A list of objects as a table, a column for each property; items of another kind take the whole row. */
export function ItemTable({ part, items }: Props) {
  const { lock, label, pointer, trail, level } = part
  const columns = useColumns(part)
  const { list, required } = columns
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label || 'Items'}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {list.length === 0 && <th scope="col">Value</th>}
            {list.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
                {required.includes(name) && (
                  <span className={styles.star} aria-hidden="true">
                    *
                  </span>
                )}
              </th>
            ))}
            {lock === null && <th scope="col">Actions</th>}
          </tr>
        </thead>
        <tbody>
          {items.shown.map((item, offset) => {
            const index = items.first + offset
            return (
              <ItemRow
                key={items.keys[index]}
                item={item}
                schema={itemSchema(part.shape.node, index)}
                index={index}
                name={itemName(part, index)}
                columns={columns}
                actions={items.actions}
                pointer={pointer}
                lock={lock}
                trail={trail}
                level={level}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Pick<PartProps, 'pointer' | 'lock' | 'trail' | 'level' | 'schema' | 'name'> & {
  item: unknown
  index: number
  columns: Columns
  actions: ItemActions
}

/** One item; drawn anew when it changes itself, so that a key in one of many rows costs one row. */
const ItemRow = memo(function ItemRow({ item, schema, index, name: itemLabel, columns, actions, ...place }: RowProps) {
  const { pointer, lock, trail, level } = place
  const { Field } = useFormControl()
  const { list, required } = columns
  const isRow = list.length > 0 && (isObject(item) || item === undefined)
  const at = pointerInto(pointer, index)
  const common = { lock, trail, look: 'cell' } as const
  return (
    <tr id={actions.idOf(index, 'item')}>
      <th scope="row">{index + 1}</th>
      {!isRow && (
        <td colSpan={Math.max(1, list.length)}>
          <Field
            {...common}
            schema={schema}
            value={item}
            pointer={at}
            name={itemLabel}
            isRequired
            isItem
            level={level + 1}
          />
        </td>
      )}
      {isRow &&
        list.map((column) => (
          <td key={column.name}>
            <Field
              {...common}
              schema={column.schema}
              value={isObject(item) && Object.hasOwn(item, column.name) ? item[column.name] : undefined}
              pointer={pointerInto(at, column.name)}
              name={`${column.title} of ${itemLabel}`}
              isRequired={required.includes(column.name)}
              level={level + 2}
            />
          </td>
        ))}
      {lock === null && (
        <td>
          <ItemButtons items={actions} index={index} name={itemLabel} />
        </td>
      )}
    </tr>
  )
})

type Columns = { list: readonly { name: string; schema: unknown; title: string }[]; required: readonly unknown[] }

/** The properties of an item that are drawn, with their titles. */
function useColumns({ shape: { node } }: Props['part']): Columns {
  const { form } = useFormControl()
  // A key changes the value, and not what its items look like.
  const first = itemSchema(node, 0)
  return useMemo(() => {
    const item = shapeOf(form, first, undefined)
    const properties = isObject(item.node.properties) ? item.node.properties : {}
    const list = Object.entries(properties).flatMap(([name, schema]) => {
      const { node: inner, never } = shapeOf(form, schema, undefined)
      const { hidden, label } = readUiOptions(inner)
      if (hidden === true || never) return []
      return [{ name, schema, title: label ?? (typeof inner.title === 'string' ? inner.title : name) }]
    })
    return { list, required: Array.isArray(item.node.required) ? (item.node.required as unknown[]) : [] }
  }, [form, first])
}
