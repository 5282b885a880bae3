import { useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { type MenuItem, type MenuPlace, RowMenu } from './RowMenu.tsx'

type Action = MenuItem & { run: () => void }

/** The button of a row that opens the menu of what can be done with it. `of` names the row. */
export function RowActions({ of, actions }: { of: string; actions: readonly Action[] }) {
  const button = useRef<HTMLSpanElement>(null)
  const [at, setAt] = useState<MenuPlace | null>(null)
  return (
    <span ref={button}>
      <Button
        tone="bare"
        square
        aria-label={`Actions of ${of}`}
        title={`Actions of ${of}`}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: left, y: bottom })
        }}
      >
        <span aria-hidden="true">⋯</span>
      </Button>
      {at !== null && (
        <RowMenu
          label={of}
          items={actions}
          at={at}
          row={button.current?.querySelector('button') ?? null}
          onPick={(index) => actions[index]?.run()}
          onClose={() => setAt(null)}
        />
      )}
    </span>
  )
}
