import { Button } from '../../ui/Button.tsx'
import { CloseIcon } from '../../ui/glyphs.tsx'
import styles from '../form.module.css'
import type { ItemActions } from './list-items.ts'

/** Moves an item and takes it away; the keyboard's way to reorder, too. */
export function ItemButtons({ items, index, name }: { items: ItemActions; index: number; name: string }) {
  return (
    <span className={styles.itemButtons}>
      <Button
        tone="bare"
        id={items.idOf(index, 'up')}
        aria-label={`Move ${name} up`}
        aria-disabled={index === 0}
        onClick={() => items.move(index, -1)}
      >
        ↑
      </Button>
      <Button
        tone="bare"
        id={items.idOf(index, 'down')}
        aria-label={`Move ${name} down`}
        aria-disabled={index === items.count - 1}
        onClick={() => items.move(index, 1)}
      >
        ↓
      </Button>
      <Button
        tone="bare"
        id={items.idOf(index, 'remove')}
        aria-label={`Remove ${name}`}
        onClick={() => items.remove(index)}
      >
        <CloseIcon />
      </Button>
    </span>
  )
}
