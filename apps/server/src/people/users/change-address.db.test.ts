import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignPipeline, type TestUser } from '../../test-support/factories.ts'
import type { Mail } from '../mail/mail.ts'
import { makePeopleWorld, type PeopleWorld } from './people.fixtures.ts'
import { createPasswordLink } from './password-links.ts'

let world: PeopleWorld
beforeAll(async () => {
  world = await makePeopleWorld()
})
afterAll(() => world.app.close())

const storedEmail = async ({ userId }: TestUser) =>
  (await world.app.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const openLinks = async ({ userId }: TestUser) => {
  const links = world.app.db.selectFrom('password_links').where('user_id', '=', userId).where('used_at', 'is', null)
  return (await links.select('hash').execute()).length
}
const mailsTo = async (address: string): Promise<Mail[]> => {
  const rows = await world.app.db.selectFrom('mails').select('content').execute()
  const mails = rows.map(({ content }) => JSON.parse(world.app.platform.secrets.open(content)) as Mail)
  return mails.filter(({ to }) => to.address === address)
}
const move = (as: TestUser, person: TestUser) =>
  world.save(as, world.unchanged(person, { email: `taken-${person.email}` }))

/** Somebody with this badge beside the one that puts them in the scope of Ada and Marc. */
const holding = (badge: 'europe' | 'americas' | 'hq') => () =>
  world.person({ badges: [world.badges.dealers, world.badges[badge]] })
async function assigned(read: string[][], isActive = true): Promise<TestUser> {
  const { documentId } = await world.pipeline({ read })
  const person = await world.person()
  await assignPipeline(world.app.db, person.userId, documentId)
  const row = world.app.db.updateTable('user_pipelines').where('user_id', '=', person.userId)
  await row.set({ is_active: isActive }).execute()
  return person
}

type Case = [what: string, by: 'marc' | 'ada' | 'sam', person: () => Promise<TestUser>]
const refused: Case[] = [
  ['a project badge that they do not hold', 'marc', holding('americas')],
  ['a project badge that they do not hold', 'ada', holding('americas')],
  ['a group badge that they do not hold', 'marc', holding('hq')],
  ['a pipeline that they do not see', 'marc', () => assigned([[world.badges.americas]])],
]
const allowed: Case[] = [
  ['badges that they hold', 'marc', holding('europe')],
  ['badges that they hold', 'ada', holding('hq')],
  ['a pipeline that they see', 'marc', () => assigned([[world.badges.europe]])],
  ['a pipeline that is taken back', 'marc', () => assigned([[world.badges.americas]], false)],
  ['anything', 'sam', holding('americas')],
]

describe('S4 the address of somebody else', () => {
  it.each(refused)('who holds %s is not changed by %s', async (_what, by, make) => {
    const person = await make()
    await createPasswordLink(world.app.platform, world.app.db, person)
    expect(await move(world[by], person)).toMatchObject({
      code: 40300,
      message:
        'You cannot change this email address: the person holds badges or pipelines that you may not give. Ask a super-admin.',
    })
    expect(await storedEmail(person)).toBe(person.email)
    expect(await openLinks(person)).toBe(1)
    expect(await mailsTo(person.email)).toEqual([])
    expect((await world.save(world[by], world.unchanged(person, { service: 'Sales' }))).code).toBe(20000)
  })

  it('cannot be taken by taking away in the same message what is in the way', async () => {
    const person = await world.person({ badges: [world.badges.dealers, world.badges.europe, world.badges.americas] })
    const input = { email: 'mine@example.org', updateTags: true, admin_tags: [world.badges.dealers], project_tags: [] }
    expect((await world.save(world.marc, world.unchanged(person, input))).code).toBe(40300)
    expect(await storedEmail(person)).toBe(person.email)
  })

  it.each(allowed)('who holds %s is changed by %s, which ends links and tells the old one', async (_what, by, make) => {
    const person = await make()
    await createPasswordLink(world.app.platform, world.app.db, person)
    expect((await move(world[by], person)).code).toBe(20000)
    expect(await storedEmail(person)).toBe(`taken-${person.email}`)
    expect(await openLinks(person)).toBe(0)
    const [mail, ...others] = await mailsTo(person.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Millrace: your email address was changed')
    const { firstName, lastName, userName } = world[by]
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(
        `${firstName} ${lastName} (${userName}) changed the email address of your account ${person.userName}`,
      )
      expect(text).not.toContain(`taken-${person.email}`)
    }
    expect(await mailsTo(`taken-${person.email}`)).toEqual([])
  })

  it('is their own business whatever they hold, and the old one is told then too', async () => {
    const marc = await world.person({ role: 'manager', badges: [world.badges.dealers, world.badges.americas] })
    expect((await move(marc, marc)).code).toBe(20000)
    expect(await mailsTo(marc.email)).toHaveLength(1)
  })

  it('is told of no change where it stays', async () => {
    const person = await world.person()
    await world.save(world.marc, world.unchanged(person, { service: 'Sales' }))
    expect(await mailsTo(person.email)).toEqual([])
  })
})
