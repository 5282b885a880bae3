import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from './Dialog.tsx'
import { useKeepFocus } from './row-focus.ts'

/** Rows that Delete removes; the button below removes the current one a moment later. */
function Rows() {
  const box = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState(['one', 'two', 'three'])
  const [current, setCurrent] = useState('one')
  useKeepFocus(box, 'data-row', rows.includes(current) ? current : rows[0])
  const remove = (name: string) => setRows((before) => before.filter((row) => row !== name))
  return (
    <>
      <div ref={box} role="tree" tabIndex={-1}>
        {rows.map((row) => (
          <div
            key={row}
            role="treeitem"
            data-row={row}
            tabIndex={0}
            onFocus={() => setCurrent(row)}
            onKeyDown={({ key }) => key === 'Delete' && remove(row)}
          >
            {row}
          </div>
        ))}
      </div>
      <p>Beside</p>
      <button onClick={() => setTimeout(() => remove(current), 50)}>Remove later</button>
    </>
  )
}
const row = (name: string) => screen.getByRole('treeitem', { name })

it('a row that is removed hands the focus to the one that is current now', async () => {
  render(<Rows />)
  row('two').focus()
  await userEvent.keyboard('{Delete}')
  expect(row('one')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  expect(row('three')).toHaveFocus()
})

it.each(['Beside', 'Remove later'])('not where the keys had left the rows: %s', async (place) => {
  render(<Rows />)
  row('two').focus()
  await userEvent.click(screen.getByText(place))
  screen.getByRole('button').click()
  await expect.poll(() => screen.queryByRole('treeitem', { name: 'two' })).toBeNull()
  expect(row('one')).not.toHaveFocus()
})

/** A table whose rows are deleted in a dialog, with or without what is around them. */
function Table({ leaves }: { leaves: readonly string[] }) {
  const [rows, setRows] = useState(['one', 'two'])
  const [asked, setAsked] = useState(false)
  return (
    <>
      <button>Above</button>
      <section>
        <button tabIndex={-1}>Menu</button>
        {rows.map((name) => (
          <p key={name}>
            <button onClick={() => setAsked(true)}>{`Delete ${name}`}</button>
          </p>
        ))}
        <button>New row</button>
      </section>
      {asked && (
        <Dialog title="Sure?" onCancel={() => setAsked(false)} footer={<></>}>
          <button onClick={() => setRows([...leaves])}>Yes</button>
          <button onClick={() => setAsked(false)}>Close</button>
        </Dialog>
      )}
    </>
  )
}

it.each([
  ['what it was in before, where that is still there', ['one', 'two'], 'Delete one'],
  ['what comes first around a row that is gone', ['two'], 'Delete two'],
  ['what else is around it', [], 'New row'],
])('a dialog gives the focus to %s', async (_, leaves, expected) => {
  render(<Table leaves={leaves} />)
  screen.getByRole('button', { name: 'Delete one' }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('button', { name: expected })).toHaveFocus()
})
