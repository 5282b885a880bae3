import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { confirm } from './confirm.ts'
import { Dialogs } from './Dialogs.tsx'

const ask = (text: string): Promise<boolean> => {
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = confirm(text)
  })
  return answer as Promise<boolean>
}
const open = (text: string) => {
  render(<Dialogs />)
  return { answer: ask(text), user: userEvent.setup() }
}

describe('confirm', () => {
  it('ERR-023/ui asks in a dialog titled Confirmation with Yes and No, in a warning style', async () => {
    const { answer, user } = open('Do you want to cancel the import?')
    const dialog = await screen.findByRole('dialog', { name: 'Confirmation' })
    expect(dialog).toHaveTextContent('Do you want to cancel the import?')
    expect(dialog.querySelector('h2')).toHaveTextContent('!')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['No', 'Yes'])
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await expect(answer).resolves.toBe(true)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('No, Escape and a second question answer false', async () => {
    const { answer, user } = open('First')
    await user.click(await screen.findByRole('button', { name: 'No' }))
    await expect(answer).resolves.toBe(false)
    const escaped = ask('Second')
    const dialog = await screen.findByRole('dialog')
    act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
    await expect(escaped).resolves.toBe(false)
    const replaced = ask('Third')
    void ask('Fourth')
    await expect(replaced).resolves.toBe(false)
  })
})
