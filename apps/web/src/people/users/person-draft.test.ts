import { describe, expect, it } from 'vitest'
import { centeredSquare } from './avatar-file.ts'
import { accessChangesOf, changesOf, draftOf, emptyDraft, newPersonOf, changedKeys, withRole } from './person-draft.ts'
import { americas, catalogue, dealerTeam, europe, exampleUser, headquarters } from './users.examples.ts'

const base = draftOf(exampleUser())

describe('withRole', () => {
  it('USR-025/ui choosing user takes unrestricted uploads away', () => {
    const manager = { ...draftOf(exampleUser({ role: 'manager' })), unrestrictedUpload: true }
    expect(withRole(manager, 'user').unrestrictedUpload).toBe(false)
    expect(withRole(manager, 'admin').unrestrictedUpload).toBe(true)
  })
})

describe('changesOf', () => {
  it('what was not touched is as it is stored now, not as it was when the dialog opened', () => {
    const now = exampleUser({ firstName: 'Diana', email: 'new@millrace.test', service: 'Support', isActive: false })
    expect(changesOf(base, { ...base, lastName: ' Dealers ' }, now)).toEqual({
      _id: 'dana',
      firstName: 'Diana',
      lastName: 'Dealers',
      email: 'new@millrace.test',
      role: 'user',
    })
  })
  it('badges given by somebody else meanwhile stay, taken ones stay away', () => {
    const opened = draftOf(exampleUser({ project_tags: [europe, catalogue] }))
    const now = exampleUser({ admin_tags: [dealerTeam, headquarters], project_tags: [europe] })
    const input = changesOf(opened, { ...opened, projectBadges: [catalogue._id, americas._id] }, now)
    expect(input).toMatchObject({ updateTags: true, admin_tags: ['dt', 'hq'], project_tags: ['am'] })
  })
  it('pipelines assigned by somebody else meanwhile stay', () => {
    const draft = {
      ...base,
      pipelines: new Map([
        ['p1', true],
        ['p2', false],
      ]),
    }
    const now = exampleUser({ pipelinePermissions: { p2: true, p3: true } })
    expect(changesOf(base, draft, now).pipelinePermissions).toEqual({ p1: true, p2: false, p3: true })
  })
  it('USR-027/ui a manager is saved without pipelines', () => {
    const draft = withRole({ ...base, pipelines: new Map([['p1', true]]) }, 'manager')
    const now = exampleUser({ pipelinePermissions: { p2: true } })
    expect(changesOf(base, draft, now).pipelinePermissions).toEqual({})
    expect(newPersonOf({ ...draft, role: 'admin' }).pipelinePermissions).toEqual({})
  })
})

describe('changedKeys', () => {
  it('badges in another order and blanks around a text are no change', () => {
    const opened = draftOf(exampleUser({ project_tags: [europe, americas] }))
    expect(changedKeys(opened, { ...opened, projectBadges: ['am', 'eu'], service: ' Sales ' })).toEqual([])
    expect(changedKeys(opened, { ...opened, projectBadges: ['am'], role: 'manager' })).toEqual([
      'role',
      'projectBadges',
    ])
  })
  it('nothing typed is no change of a new person', () => {
    expect(changedKeys(emptyDraft('user'), emptyDraft('user'))).toEqual([])
  })
})

describe('accessChangesOf', () => {
  const asked = (draft: typeof base) => accessChangesOf(base, changesOf(base, draft, exampleUser()), draft)
  it('a name changes nothing of what a person sees', () => {
    expect(asked({ ...base, firstName: 'Diana', adminBadges: ['hq'] })).toBeNull()
  })
  it('role, badges and pipelines do', () => {
    expect(asked({ ...base, projectBadges: ['eu'] })).toEqual({ userId: 'dana', project_tags: ['eu'] })
    expect(asked({ ...base, pipelines: new Map([['p', true]]) })).toEqual({
      userId: 'dana',
      pipelinePermissions: { p: true },
    })
    expect(asked(withRole(base, 'manager'))).toEqual({ userId: 'dana', role: 'manager', pipelinePermissions: {} })
  })
})

it('a picture keeps its middle square', () => {
  expect(centeredSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 })
  expect(centeredSquare(90, 120)).toEqual({ x: 0, y: 15, side: 90 })
})
