import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import type { PartProps } from './part-props.ts'
import { Frame } from './Frame.tsx'
import { ItemCards } from './ItemCards.tsx'
import { ItemTable } from './ItemTable.tsx'
import { ItemTabs } from './ItemTabs.tsx'
import { itemsPerPage, useItems } from './list-items.ts'

const looks: Record<string, typeof ItemCards> = { 'array-table': ItemTable, 'array-tabs': ItemTabs }

type Props = Omit<PartProps, 'look'> & { bars: ReactNode; look: string; within: PartProps['look'] }

/** A list as cards, as a table or as tabs (SCH-011), fifty items at a time. */
export function ListField({ look, within, ...props }: Props) {
  const { pointer, label, lock } = props
  const { idPrefix } = useFormControl()
  const items = useItems(props)
  const Look = looks[look] ?? ItemCards
  const name = label === '' ? 'item' : label
  return (
    <Frame {...props} {...(within === undefined ? {} : { look: within })} isGroup>
      {items.items.length === 0 && <p className={styles.none}>No items</p>}
      {items.items.length > 0 && <Look part={props} items={items} />}
      <div className={styles.listFoot}>
        {lock === null && (
          <Button
            id={`${idPrefix}${pointer}:add`}
            aria-label={`Add to ${name}`}
            title={items.canAdd ? undefined : 'The list is full.'}
            disabled={!items.canAdd}
            onClick={items.add}
          >
            Add
          </Button>
        )}
        {items.items.length > itemsPerPage && (
          <Pagination
            size="small"
            total={items.items.length}
            pageSize={itemsPerPage}
            current={items.page}
            showSizeChanger={false}
            showTotal={(total, [from, to]) => `${from} to ${to} of ${total}`}
            onChange={items.setPage}
          />
        )}
      </div>
    </Frame>
  )
}
