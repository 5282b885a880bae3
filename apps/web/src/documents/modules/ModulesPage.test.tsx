import type { Module } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleModule, exampleModules } from './modules.examples.ts'
import { ModulesPage } from './ModulesPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const open = (answers: Answers = {}) => {
  const server = fakeServer({ 'GET /allowed-modules': exampleModules(), 'GET /tags/list': exampleTags(), ...answers })
  renderScreen(ModulesPage, { at: '/manage/allowed-modules', as: 'super-admin' })
  return server
}
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const choose = async (name: RegExp, action: string) => {
  await userEvent.click((await row(name)).getByRole('button', { name: /^Actions/ }))
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
}

describe('allowed modules', () => {
  it('MOD-001/ui lists name, version, download, badges and a menu; supplied ones have none', async () => {
    open()
    const kept = await row(/^date-fns/)
    expect(kept.getByRole('cell', { name: '4.1.0' })).toBeVisible()
    expect(kept.getByRole('switch')).toBeChecked()
    expect(kept.getByRole('switch')).toBeDisabled()
    expect(await kept.findByText('Dealers')).toBeVisible()
    expect(kept.getByText('Ready')).toBeVisible()
    const supplied = await row(/^dayjs/)
    expect(supplied.queryByRole('button')).toBeNull()
    expect(supplied.getByText('Comes with the product')).toBeVisible()
    expect((await row(/^left-pad/)).getByText(/^There is no version 9.0.0/)).toBeVisible()
    expect((await row(/^slugify/)).getByRole('switch')).not.toBeChecked()
    await userEvent.click(kept.getByRole('button', { name: 'Actions of date-fns 4.1.0' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Edit', 'Delete'])
  })

  it('MOD-002/ui MOD-003/ui MOD-005/ui adds a module with badges, once name and version are good', async () => {
    const server = open({ 'POST /allowed-modules': exampleModule({ name: 'luxon', state: 'installing' }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Add module' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add module' }))
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Please input name')).toBeVisible()
    expect(dialog.getByText('Please input version')).toBeVisible()
    expect(dialog.getByLabelText(/^Name/)).toHaveFocus()
    await userEvent.type(dialog.getByLabelText(/^Name/), ' luxon')
    await userEvent.type(dialog.getByLabelText(/^Version/), '^3')
    expect(dialog.getByText('The version must be exact, such as 1.2.3')).toBeVisible()
    await userEvent.clear(dialog.getByLabelText(/^Version/))
    await userEvent.type(dialog.getByLabelText(/^Version/), '3.5.0')
    dialog.getByRole('listbox', { name: 'Available badges' }).focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.of('POST /allowed-modules')[0]?.body).toEqual({
      name: 'luxon',
      version: '3.5.0',
      download: true,
      tags: ['am'],
    })
  })

  it('MOD-002/ui offers the dialog below a list without modules, too', async () => {
    open({ 'GET /allowed-modules': [] })
    await screen.findByText('No module is allowed yet: code can use none.')
    await userEvent.click(screen.getAllByRole('button', { name: 'Add module' })[1]!)
    expect(await screen.findByRole('dialog', { name: 'Add module' })).toBeVisible()
  })

  it('keeps the dialog and says why where the server refuses', async () => {
    open({
      'PUT /allowed-modules': () => {
        throw new RefusedCallError(40900, 'Document is used by Dates')
      },
    })
    await choose(/^date-fns/, 'Edit')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.clear(dialog.getByLabelText(/^Version/))
    await userEvent.type(dialog.getByLabelText(/^Version/), '3.6.0')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Document is used by Dates')).toBeVisible()
    expect(dialog.getByLabelText(/^Version/)).toHaveValue('3.6.0')
  })

  it('MOD-006/ui asks before it deletes', async () => {
    const server = open({ 'DELETE /allowed-modules/{id}': { deleted: 'date-fns' } })
    await choose(/^date-fns/, 'Delete')
    expect(await screen.findByText('Do you want to delete the module date-fns?')).toBeVisible()
    expect(server.of('DELETE /allowed-modules/{id}')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(server.of('DELETE /allowed-modules/{id}')[0]?.params).toEqual({ id: 'm1' }))
  })

  it('tries again what failed, and follows it to its end', async () => {
    let modules: Module[] = exampleModules()
    const change = (state: Module['state']) => {
      modules = modules.map((one) => (one.name === 'left-pad' ? { ...one, state, reason: null } : one))
      return modules.find(({ name }) => name === 'left-pad')
    }
    open({
      'GET /allowed-modules': () => modules,
      'POST /allowed-modules/{id}/install': () => change('installing'),
    })
    const failed = await row(/^left-pad/)
    await userEvent.click(failed.getByRole('button', { name: /^Try/ }))
    expect(await failed.findByText('Installing')).toBeVisible()
    change('ready')
    expect(await failed.findByText('Ready')).toBeVisible()
  })
})
