import type { Role } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { PipelinePicker } from './PipelinePicker.tsx'
import { exampleMaster, examplePipeline, exampleTypes } from './pipelines.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const draft = examplePipeline({ _id: 'fr4', version: 4, vLocked: false })
const hidden = examplePipeline({ _id: 'hidden', name: 'Hidden one' })
const draw = (
  pipelines = [examplePipeline(), draft, exampleMaster()],
  as: Role = 'manager',
  answers: Answers = {},
  chosen?: string,
) => {
  const onChoose = vi.fn()
  const onClearFilter = vi.fn()
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines },
    'GET /pipelines': [...pipelines, hidden],
    ...answers,
  })
  const Screen = () => <PipelinePicker filter={{}} onClearFilter={onClearFilter} chosen={chosen} onChoose={onChoose} />
  renderScreen(Screen, { at: '/x', as })
  return onChoose
}
const offered = async () => {
  const group = await screen.findByRole('group', { name: 'Pipelines' })
  return within(group)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent?.replace(/Adventure.*/, ''))
}

describe('the picker', () => {
  it('PIC-003/ui PIC-004/ui lists masters first, two versions of one told apart by number and icon', async () => {
    draw()
    expect(await offered()).toEqual([
      'Bikes catalogueMasterVersion 1 (Prod)',
      'Bikes fr-FRVersion 3 (Prod)',
      'Bikes fr-FRVersion 4 (Draft)',
    ])
  })

  it('PIC-009/ui tells the locale of each as language-country', async () => {
    draw()
    const group = await screen.findByRole('group', { name: 'Pipelines' })
    expect(within(group).getByText('Adventure Works · en-US · Bikes · product')).toBeVisible()
    expect(within(group).getAllByText('Adventure Works · fr-FR · Bikes · product')).toHaveLength(2)
  })

  it('PIC-004/ui shows role user neither versions nor icons', async () => {
    draw([examplePipeline(), exampleMaster()], 'user')
    expect(await offered()).toEqual(['Bikes catalogueMaster', 'Bikes fr-FR'])
    expect(document.querySelector('label svg')).toBeNull()
  })

  it('PIC-012/ui offers what the server offers to pick, hidden pipelines not among it', async () => {
    draw()
    expect(await offered()).not.toContain('Hidden oneVersion 3 (Prod)')
    expect(screen.queryByText('Hidden one')).toBeNull()
  })

  it.each<Role>(['manager', 'admin', 'super-admin'])('PIC-005/ui shows %s everything offered', async (role) => {
    draw(undefined, role)
    expect(await offered()).toHaveLength(3)
  })

  it('PIC-013/ui says so where there is no pipeline at all', async () => {
    draw([])
    expect(await screen.findByText('Not connected to a pipeline')).toBeVisible()
  })

  it('NAV-030/ui leads from the chosen pipeline to its page in another tab, whoever may open that', async () => {
    draw(undefined, 'manager', {}, 'fr4')
    const link = await screen.findByRole('link', { name: 'Open Bikes fr-FR in another tab' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('href', '/manage/pipeline?id=fr4')
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })

  it('shows role user no way to a page that is not theirs', async () => {
    draw([examplePipeline()], 'user', {}, examplePipeline()._id)
    await offered()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('hands over the id of the version that is chosen', async () => {
    const onChoose = draw()
    await userEvent.click((await screen.findAllByText('Bikes fr-FR'))[1] as HTMLElement)
    expect(onChoose).toHaveBeenCalledWith('fr4')
  })
})
