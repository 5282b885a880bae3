import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { confirm } from '../ui/confirm.ts'
import { Dialogs } from '../ui/Dialogs.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { keyboardList } from './shortcuts.ts'

afterEach(() => keyboardList.close())

it("'/' leads to the search nearest to the focus; typed into a field it is a letter", async () => {
  render(
    <main>
      <section>
        <input type="search" aria-label="First" />
      </section>
      <section>
        <input type="search" aria-label="Second" />
        <button type="button">Row</button>
      </section>
      <Shortcuts />
    </main>,
  )
  const user = userEvent.setup()
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'First' })).toHaveFocus()
  expect(screen.getByRole('searchbox', { name: 'First' })).toHaveValue('')
  await user.keyboard('a/b?')
  expect(screen.getByRole('searchbox', { name: 'First' })).toHaveValue('a/b?')
  screen.getByRole('button', { name: 'Row' }).focus()
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Second' })).toHaveFocus()
})

it("'?' shows the list of keys, once", async () => {
  render(<Shortcuts />)
  const user = userEvent.setup()
  await user.keyboard('?')
  expect(screen.getByRole('dialog', { name: 'Keyboard' })).toHaveTextContent('Search in the nearest list')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('Ctrl Enter confirms a question wherever its focus is', async () => {
  render(<Dialogs />)
  const user = userEvent.setup()
  const answer = confirm('Do you want to cancel the import?')
  const no = await screen.findByRole('button', { name: 'No' })
  no.focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await answer).toBe(true)
})
