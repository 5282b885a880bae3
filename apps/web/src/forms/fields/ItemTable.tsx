import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { readUiOptions } from '@millrace/contract/schemas/ui-options.rule'
import { useMemo } from 'react'
import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import { shapeOf } from '../shape/shape.ts'
import { pointerInto } from '../value-at.ts'
import type { PartProps } from './part-props.ts'
import { ItemButtons } from './ItemButtons.tsx'
import { ItemField, itemName } from './ItemCards.tsx'
import { itemSchema, type Items } from './list-items.ts'

type Props = { part: Omit<PartProps, 'look'>; items: Items }

/** A list of objects as a table, a column for each property; items of another kind take the whole row. */
export function ItemTable({ part, items }: Props) {
  const { lock, label } = part
  const { Field } = useFormControl()
  const { columns, required } = useColumns(part)
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label || 'Items'}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.length === 0 && <th scope="col">Value</th>}
            {columns.map(({ name, title }) => (
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
            const isRow = columns.length > 0 && (isObject(item) || item === undefined)
            return (
              <tr key={items.keys[index]} id={items.idOf(index, 'item')}>
                <th scope="row">{index + 1}</th>
                {!isRow && (
                  <td colSpan={Math.max(1, columns.length)}>
                    <ItemField part={part} index={index} value={item} look="cell" />
                  </td>
                )}
                {isRow &&
                  columns.map(({ name, schema, title }) => (
                    <td key={name}>
                      <Field
                        schema={schema}
                        value={isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined}
                        pointer={pointerInto(pointerInto(part.pointer, index), name)}
                        name={`${title} of ${itemName(part, index)}`}
                        isRequired={required.includes(name)}
                        lock={lock}
                        trail={part.trail}
                        level={part.level + 2}
                        look="cell"
                      />
                    </td>
                  ))}
                {lock === null && (
                  <td>
                    <ItemButtons items={items} index={index} name={itemName(part, index)} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The properties of an item that are drawn, with their titles. */
function useColumns({ shape: { node } }: Props['part']) {
  const { form } = useFormControl()
  return useMemo(() => {
    const item = shapeOf(form, itemSchema(node, 0), undefined)
    const properties = isObject(item.node.properties) ? item.node.properties : {}
    const columns = Object.entries(properties).flatMap(([name, schema]) => {
      const { node: inner, never } = shapeOf(form, schema, undefined)
      const { hidden, label } = readUiOptions(inner)
      if (hidden === true || never) return []
      return [{ name, schema, title: label ?? (typeof inner.title === 'string' ? inner.title : name) }]
    })
    const required = Array.isArray(item.node.required) ? (item.node.required as unknown[]) : []
    return { columns, required }
  }, [form, node])
}
