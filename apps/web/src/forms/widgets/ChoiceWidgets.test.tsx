import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { focusField } from '../focus-field.ts'
import { JsonForm } from '../JsonForm.tsx'

afterEach(() => vi.restoreAllMocks())

describe.each([
  ['radio', 'radiogroup', { enum: [1, '1'], ui: { widget: 'radio' } }],
  ['checkbox', 'group', { type: 'array', items: { enum: [1, '1'] }, ui: { widget: 'checkbox' } }],
])('SCH-011/ui %s', (role, group, schema) => {
  const draw = () => {
    const onChange = vi.fn()
    const properties = { f: { title: 'Field', ...schema } }
    render(<JsonForm schema={{ properties }} value={{}} store={{}} onChange={onChange} />)
    return onChange
  }

  it('values that read alike are options of their own', () => {
    const complaints = vi.spyOn(console, 'error')
    draw()
    expect(screen.getAllByRole(role, { name: '1' })).toHaveLength(2)
    expect(complaints).not.toHaveBeenCalled()
  })

  it('who presses the name of the field chooses nothing', async () => {
    const onChange = draw()
    await userEvent.click(screen.getByText('Field'))
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.click(screen.getAllByRole(role)[1] as HTMLElement)
    expect(onChange).toHaveBeenCalled()
  })

  it('the first option has the focus where a fault is looked up', () => {
    draw()
    const { id } = screen.getByRole(group, { name: 'Field' })
    focusField(id.slice(0, id.indexOf('/')), '/f')
    expect(screen.getAllByRole(role)[0]).toHaveFocus()
  })
})
