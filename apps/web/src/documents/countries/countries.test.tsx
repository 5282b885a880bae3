import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { PipelinesPage } from '../manage/ManagePages.tsx'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleTypes } from '../pipelines/pipelines.examples.ts'
import { exampleMatrix } from './countries.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const rolledOut = ({ body }: { body: { countries: { id: string }[] } }) =>
  body.countries.map(({ id }, index) => ({
    ...{ country: id, name: id, _id: id, version: 2, changed: ['/brand'], kept: ['/datakind'], error: null },
    ...(index === 1 && {
      _id: null,
      version: null,
      error: 'The document was changed by somebody else, please reload it',
    }),
  }))

async function open(answers: Record<string, unknown> = {}) {
  const server = fakeServer({
    'GET /folders/tree': exampleTree(),
    'GET /tags/list': exampleTags(),
    'GET /users/pipelines': { ...exampleTypes, pipelines: [] },
    'GET /pipelines/countries': exampleMatrix(4),
    'POST /pipelines/countries/take-over': { _id: 'country0', version: 1, sys_version: 2 },
    'POST /pipelines/countries/roll-out': rolledOut,
    ...answers,
  } as unknown as Answers)
  renderScreen(PipelinesPage, { at: '/manage/pipeline?id=master&view=countries', as: 'manager' })
  await screen.findByRole('table', { name: 'Fields of the countries' })
  return server
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const rowNames = () =>
  within(screen.getByRole('table', { name: 'Fields of the countries' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

describe('a master and its countries', () => {
  it('shows each field of each country with its state in words', async () => {
    await open()
    const table = within(screen.getByRole('table', { name: 'Fields of the countries' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Field',
      ...['fr-FR', 'de-DE', 'it-IT', 'es-ES'].map(
        (place, index) => `Bikes ${place}v1 (${index % 2 === 0 ? 'Prod' : 'Draft'}), from v1`,
      ),
    ])
    expect(table.getByRole('button', { name: 'Drifted: market: delimiter of Bikes de-DE' })).toHaveTextContent(
      'Drifted',
    )
    expect(table.getByRole('button', { name: 'New value: market: delimiter of Bikes fr-FR' })).toBeVisible()
    expect(table.getByRole('button', { name: 'Its own, it-IT: Locale of Bikes it-IT' })).toHaveTextContent('it-IT')
    expect(screen.getByText(/4 countries, 1 overridden, 1 drifted, 15 get a new value/)).toBeVisible()
  })

  it('leaves out fields that no country overrides', async () => {
    await open()
    const filter = screen.getByRole('combobox', { name: 'Fields' })
    await userEvent.selectOptions(filter, 'Only overridden')
    expect(rowNames()).toEqual(expect.arrayContaining(['Brand', 'market: delimiter']))
    expect(rowNames()).not.toContain('Product line')
    await userEvent.selectOptions(filter, 'Only drifted')
    expect(rowNames()).not.toContain('Brand')
  })

  it('compares the three values of a field and takes the master’s over', async () => {
    const server = await open()
    await press('Overridden: Brand of Bikes fr-FR')
    const dialog = within(await screen.findByRole('dialog', { name: 'Brand of Bikes fr-FR' }))
    expect(dialog.getByText('Vélos du Sud')).toBeVisible()
    expect(dialog.getAllByText('Adventure Works')).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Take over' }))
    expect(server.of('POST /pipelines/countries/take-over')[0]?.body).toEqual({
      ...{ country: 'country0', sys_version: 1, pointers: ['/brand'] },
    })
    expect(await screen.findByText('Bikes fr-FR, version 1: Brand is inherited again')).toBeVisible()
    expect(server.of('GET /pipelines/countries')).toHaveLength(2)
  })

  it('takes a drifted field over by rolling the new version out to that country', async () => {
    const server = await open()
    await press('Drifted: market: delimiter of Bikes de-DE')
    await press('Take over')
    const dialog = within(await screen.findByRole('dialog', { name: 'Roll out Bikes, version 2' }))
    expect(dialog.getByText('market: delimiter:')).toBeVisible()
    await press('Roll out to 1 country')
    expect(server.of('POST /pipelines/countries/roll-out')[0]?.body).toEqual({
      ...{ master: 'bikes2', sys_version: 3 },
      countries: [{ id: 'country1', sys_version: 1, takeOver: ['/dataSources/market/config/delimiter'] }],
    })
  })

  it('says what a rollout will change and keep, and afterwards what became of each country', async () => {
    await open()
    expect(screen.getByRole('button', { name: 'Roll out version 2' })).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Bikes fr-FR' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Bikes de-DE' }))
    await press('Roll out version 2')
    const dialog = within(await screen.findByRole('dialog', { name: 'Roll out Bikes, version 2' }))
    expect(dialog.getByText('Bikes fr-FR').closest('summary')).toHaveTextContent(
      'Bikes fr-FR from version 1: 4 fields change, 1 kept',
    )
    await press('Roll out to 2 countries')
    expect(await dialog.findByText(/1 of 2 done\./)).toBeVisible()
    expect(dialog.getByText('The document was changed by somebody else, please reload it')).toBeVisible()
    await press('Close')
    expect(screen.getByRole('button', { name: 'Roll out version 2' })).toBeDisabled()
  })

  it('goes from cell to cell by arrow keys', async () => {
    await open()
    screen.getByRole('button', { name: 'Overridden: Brand of Bikes fr-FR' }).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement).toHaveAccessibleName('Its own, de-DE: Locale of Bikes de-DE')
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toHaveAccessibleName('Its own, es-ES: Locale of Bikes es-ES')
    expect(document.activeElement).toHaveProperty('tabIndex', 0)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Locale of Bikes es-ES' })).toBeVisible()
  })
})
