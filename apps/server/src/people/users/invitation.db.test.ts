import { texts, type User } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignPipeline, type TestUser } from '../../test-support/factories.ts'
import type { Mail } from '../mail/mail.ts'
import { makePeopleWorld, type PeopleWorld } from './people.fixtures.ts'

let world: PeopleWorld
let mailing: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
  mailing = await makePeopleWorld({ settings: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterAll(async () => {
  await world.app.close()
  await mailing.app.close()
})

const made = async (badges: (keyof PeopleWorld['badges'])[] = [], of = world): Promise<User> => {
  const project_tags = badges.map((badge) => of.badges[badge])
  return (await of.save(of.sam, of.fresh({ project_tags }))).data
}
const listed = async (id: string) => (await world.list(world.ada)).find(({ _id }) => _id === id)?.invitation
const invite = (as: TestUser, id: string, of = world) => of.app.call('POST /users/invite', { as, body: { id } })
const copy = (as: TestUser, id: string, of = world) => of.app.call('POST /users/invitation-link', { as, body: { id } })
const linksOf = (id: string) =>
  world.app.db.selectFrom('password_links').selectAll().where('user_id', '=', id).orderBy('expires_at').execute()
const tokenOf = (link: string): string => new URL(link).searchParams.get('t') ?? ''
const choose = (token: string) =>
  world.app.call('POST /users/create-password', { body: { token, password: 'Rivers-run-27' } })
const mailsTo = async (address: string) => {
  const rows = await world.app.db.selectFrom('mails').select('content').execute()
  const mails = rows.map(({ content }) => JSON.parse(world.app.platform.secrets.open(content)) as Mail)
  return mails.filter(({ to }) => to.address === address)
}

describe('the state of an invitation', () => {
  it('is open with its day, then expired, and accepted once a password is chosen', async () => {
    const person = await made()
    expect(person.invitation).toEqual({ state: 'open', at: expect.any(String) })
    expect(Math.abs(Date.parse(person.invitation.at ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await listed(person._id)).toEqual(person.invitation)
    const past = new Date(Date.now() - 3_600_000)
    await world.app.db
      .updateTable('password_links')
      .set({ expires_at: past })
      .where('user_id', '=', person._id)
      .execute()
    const day = new Date(past.getTime() - 24 * 3_600_000).toISOString()
    expect(await listed(person._id)).toEqual({ state: 'expired', at: day })
    await world.app.db.deleteFrom('password_links').where('user_id', '=', person._id).execute()
    expect(await listed(person._id)).toEqual({ state: 'expired', at: null })
    const { data } = await copy(world.sam, person._id)
    expect((await choose(tokenOf(data.link))).code).toBe(20000)
    expect(await listed(person._id)).toEqual({ state: 'accepted', at: null })
  })

  it('is expired once the address is another, which ends the links', async () => {
    const { _id, firstName, lastName, email, role } = await made()
    const { data } = await world.save(world.sam, { _id, firstName, lastName, email: `new-${email}`, role })
    expect(data.invitation.state).toBe('expired')
  })
})

describe('Send again', () => {
  it('mails a new link, ends the older one and is told in the audit', async () => {
    const person = await made()
    const answer = await invite(world.ada, person._id)
    expect(answer).toMatchObject({ code: 20000, data: { _id: person._id, invitation: { state: 'open' } } })
    expect((await linksOf(person._id)).map(({ used_at: used }) => used !== null)).toEqual([true, false])
    const mails = await mailsTo(person.email)
    expect(mails).toHaveLength(2)
    expect(JSON.stringify(answer)).not.toMatch(/[?&]t=/)
    const row = { action: 'invite', by: world.ada.userName, before: null, after: null }
    expect((await world.audit(person._id)).at(-1)).toEqual(row)
  })

  it('is refused for who has a password, and who is outside of the scope is not there', async () => {
    const dana = await world.person()
    expect(await invite(world.ada, dana.userId)).toMatchObject({ code: 40900, message: texts.passwordChosen })
    const stranger = await world.save(world.sam, world.fresh({ admin_tags: [world.badges.hq] }))
    expect(await invite(world.marc, stranger.data._id)).toMatchObject({ code: 40400 })
    expect(await mailsTo(stranger.data.email)).toHaveLength(1)
  })
})

describe('Copy link', () => {
  it('makes a link that works once, whose token nothing keeps', async () => {
    const person = await made(['europe'])
    const { code, data } = await copy(world.marc, person._id)
    expect(code).toBe(20000)
    const token = tokenOf(data.link)
    expect(token).toHaveLength(43)
    const [older, newer] = await linksOf(person._id)
    expect(older?.used_at).not.toBeNull()
    expect(newer?.expires_at.toISOString()).toBe(data.expiresAt)
    const kept = JSON.stringify([await linksOf(person._id), await world.audit(person._id), await world.list(world.sam)])
    expect(kept).not.toContain(token)
    expect((await world.audit(person._id)).at(-1)).toMatchObject({ action: 'copy invitation', by: world.marc.userName })
    expect((await choose(token)).code).toBe(20000)
    expect((await choose(token)).code).toBe(40000)
  })

  it('S4 is for who could give everything the person holds', async () => {
    const refused = { code: 40300, message: texts.linkRefused }
    const american = await made(['americas'])
    expect(await copy(world.marc, american._id)).toMatchObject(refused)
    expect((await copy(world.sam, american._id)).code).toBe(20000)
    const assigned = await made()
    const { documentId } = await world.pipeline({ read: [[world.badges.americas]] })
    await assignPipeline(world.app.db, assigned._id, documentId)
    expect(await copy(world.marc, assigned._id)).toMatchObject(refused)
    expect(await linksOf(assigned._id)).toHaveLength(1)
  })

  it('is refused where mails are sent and for who has a password, and tells nothing of strangers', async () => {
    const mailed = await made([], mailing)
    expect(await copy(mailing.sam, mailed._id, mailing)).toMatchObject({ code: 40900, message: texts.linkIsMailed })
    expect((await mailing.app.call('GET /users/info', { as: mailing.sam })).data.sendsMail).toBe(true)
    const dana = await world.person()
    expect(await copy(world.sam, dana.userId)).toMatchObject({ code: 40900, message: texts.passwordChosen })
    const stranger = await world.save(world.sam, world.fresh({ admin_tags: [world.badges.hq] }))
    expect(await copy(world.marc, stranger.data._id)).toMatchObject({ code: 40400 })
    expect((await copy(dana, stranger.data._id)).code).toBe(40300)
  })
})
