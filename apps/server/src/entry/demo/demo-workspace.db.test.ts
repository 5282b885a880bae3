import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices, type Services } from '../services.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createUsersService } from '../../people/users/users.service.ts'
import { demoPeopleWithDefaultPassword } from './demo-people.ts'
import { demoMasters } from './demo-pipelines.ts'
import { isDemoComplete } from './demo.repository.ts'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'

let platform: TestPlatform
let services: Services
beforeAll(async () => {
  platform = await createTestPlatform()
  services = createServices(platform)
})
afterAll(() => platform.close())

/** The person as a session would have them. */
async function person(userName: string): Promise<Caller> {
  const { db } = platform
  const row = await db.selectFrom('users').selectAll().where('user_name', '=', userName).executeTakeFirstOrThrow()
  const badges = await db
    .selectFrom('user_badges as u')
    .innerJoin('badges as b', 'b.id', 'u.badge_id')
    .select('b.id')
    .where('u.user_id', '=', row.id)
    .where('b.type', '=', 'project')
    .execute()
  return {
    userId: row.id,
    userName,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    badges: new Set(badges.map((badge) => badge.id)),
    unrestrictedUpload: row.unrestricted_upload,
    sessionId: '',
  }
}

type CountedTable =
  | 'documents'
  | 'document_versions'
  | 'folders'
  | 'users'
  | 'badges'
  | 'connections'
  | 'jobs'
  | 'imports'
  | 'deployed_listeners'
  | 'endpoints'

const counted = async () => {
  const rows = async (table: CountedTable) => (await platform.db.selectFrom(table).select('id').execute()).length
  return {
    documents: await rows('documents'),
    versions: await rows('document_versions'),
    folders: await rows('folders'),
    users: await rows('users'),
    badges: await rows('badges'),
    plans: await rows('jobs'),
    imports: await rows('imports'),
    listeners: await rows('deployed_listeners'),
    endpoints: await rows('endpoints'),
    connections: await rows('connections'),
  }
}

describe('the demo workspace', () => {
  it('goes on where an earlier start was cut short, and is made once', async () => {
    const { lock } = services.versions
    let locks = 0
    const failing = {
      ...services,
      versions: {
        ...services.versions,
        lock: (...given: Parameters<typeof lock>) => {
          if (++locks > 9) throw new Error('the machine went off')
          return lock(...given)
        },
      },
    }
    const options = { serverUrl: platform.databaseUrl }
    await expect(ensureDemoWorkspace(platform, failing, options)).rejects.toThrow('the machine went off')
    expect(await isDemoComplete(platform.db)).toBe(false)

    const made = await ensureDemoWorkspace(platform, services, options)
    expect(await isDemoComplete(platform.db)).toBe(true)
    expect(made).toEqual({
      people: [
        { userName: 'dana.dealer', password: 'Try-this-1now', role: 'user' },
        { userName: 'marc.manager', password: 'Try-this-1now', role: 'manager' },
        { userName: 'ada.admin', password: 'Try-this-1now', role: 'admin' },
        { userName: 'sam.super', password: 'Try-this-1now', role: 'super-admin' },
      ],
      notes: [],
    })
    const before = await counted()
    expect(before).toMatchObject({ users: 4, badges: 5, connections: 1, plans: 4, listeners: 1, endpoints: 1 })
    const audited = (await platform.db.selectFrom('audit').select('id').execute()).length
    await ensureDemoWorkspace(platform, services, options)
    expect(await counted()).toEqual(before)
    expect((await platform.db.selectFrom('audit').select('id').execute()).length).toBe(audited)
  })

  it('shows Marc all pipelines and Dana the dealers, all but one draft in production', async () => {
    const marc = await services.access.picker(await person('marc.manager'))
    expect(marc.map((item) => `${item.name}${item.vLocked ? '' : ' (draft)'}`)).toEqual([
      'Best Buy stores',
      'Bikes catalogue',
      'Dealers',
      'EPA registry',
      'EV catalogue',
      'EV price',
      'EV price check',
      'Best Buy stores en-US (draft)',
      'Bikes catalogue de-DE',
      'Bikes catalogue es-ES',
      'Bikes catalogue fr-FR',
      'Dealers de-DE',
      'Dealers fr-FR',
      'EPA registry en-US',
      'EV catalogue de-DE',
      'EV catalogue en-US',
      'EV catalogue pt-BR',
      'EV price check en-US',
    ])
    const dana = await services.access.picker(await person('dana.dealer'))
    expect(dana.map((item) => item.name)).toEqual(['Dealers', 'Dealers de-DE', 'Dealers fr-FR'])
    const bikes = await services.access.seen(await person('marc.manager'), marc[1]?._id ?? '')
    expect(bikes.item).toMatchObject({
      brand: { name: 'Adventure Works' },
      locale: { label: 'en-US' },
      productLine: { label: 'Bikes' },
      datakind: { name: 'product' },
      dataSources: [{ dataSubKind: 'catalogue', connectorType: 'manual', dataFromMaster: false }],
      countryPipelines: [
        { name: 'Bikes catalogue de-DE' },
        { name: 'Bikes catalogue es-ES' },
        { name: 'Bikes catalogue fr-FR' },
      ],
    })
  })

  it('shows Ada the people of the dealer team, Marc its users, and Sam everybody', async () => {
    const users = createUsersService(platform, services)
    const listed = async (userName: string) =>
      (await users.list(await person(userName))).map(
        (user) => `${user.userName}: ${user.admin_tags.map((tag) => tag.name)}`,
      )
    const dana = 'dana.dealer: Dealer team'
    const marc = 'marc.manager: Dealer team'
    const ada = 'ada.admin: Dealer team,Headquarters'
    expect(await listed('ada.admin')).toEqual([ada, dana, marc])
    expect(await listed('marc.manager')).toEqual([dana, marc])
    expect(await listed('sam.super')).toEqual([ada, dana, marc, 'sam.super: '])
    const { _id: id } = (await users.list(await person('ada.admin')))[1] ?? { _id: '' }
    const { userPipelines } = await users.pipelinesFor(await person('marc.manager'), id)
    expect(userPipelines.map((item) => item.name)).toEqual(['Dealers', 'Dealers de-DE', 'Dealers fr-FR'])
  })

  it('tells in the audit which pipelines Dana was given, under her own name', async () => {
    const saved = await platform.db
      .selectFrom('audit')
      .select(['name', 'before', 'after'])
      .where('kind', '=', 'user')
      .where('action', '=', 'save')
      .execute()
    expect(saved).toMatchObject([
      {
        name: 'dana.dealer',
        before: { pipelines: [] },
        after: { pipelines: ['Dealers', 'Dealers de-DE', 'Dealers fr-FR'] },
      },
    ])
  })

  it('repeats four imports, planned by Marc, one of them on a day that some months lack', async () => {
    const { repeatable, scheduled } = await services.plans.listScheduled(await person('sam.super'))
    expect(scheduled).toEqual([])
    const told = repeatable.map((job) => [job.pipeline.name, job.repeatPattern, job.scheduledBy.userName])
    expect(told.toSorted()).toEqual([
      ['Bikes catalogue es-ES', '15 2 * * *', 'marc.manager'],
      ['Dealers de-DE', '0 6 31 * *', 'marc.manager'],
      ['EV catalogue pt-BR', '0 3 * * 1', 'marc.manager'],
      ['EV price check', 'M 30', 'marc.manager'],
    ])
    const pending = await platform.db
      .selectFrom('imports as i')
      .innerJoin('documents as d', 'd.id', 'i.pipeline_id')
      .select('d.name')
      .where('i.state', '=', 'pending')
      .execute()
    expect(pending.map(({ name }) => name).toSorted()).toEqual([
      'Bikes catalogue de-DE',
      'Bikes catalogue es-ES',
      'Bikes catalogue fr-FR',
      'Dealers de-DE',
      'Dealers fr-FR',
      'EV catalogue de-DE',
      'EV catalogue en-US',
      'EV catalogue pt-BR',
      'EV price check en-US',
    ])
  })

  it('publishes an endpoint for one price and a listener for many', async () => {
    const marc = await person('marc.manager')
    expect(await services.endpoints.list(marc)).toMatchObject([
      { path: '/ev-price/v1', route: '/price', pipelineName: 'EV price', isValid: true },
    ])
    expect(await services.listeners.list(marc)).toMatchObject([
      { pipelineName: 'EV price check en-US', listener: 'prices', isValid: true },
    ])
  })

  it('shows both masters when Money changes, and whatever else holds a price', async () => {
    const sam = await person('sam.super')
    const money = await services.schemas.byName(sam, 'Money')
    const draft = await services.versions.createNew(sam, 'schema', { id: money._id })
    await services.versions.lock(sam, 'schema', { id: draft._id })
    const candidates = await services.massRuns.candidates(sam, 'update')
    const names = ['Bikes catalogue', 'EV catalogue', 'EV price', 'EV price check']
    expect(candidates.map(({ name }) => name).toSorted()).toEqual(names)
  })

  it('lets only the catalogue team write in the folder Bikes', async () => {
    const marc = await person('marc.manager')
    const bikes = async (caller: Caller) => {
      const [root] = await services.folders.tree(caller, 'pipeline')
      return root?.children?.find((node) => node.label === 'Bikes')
    }
    expect(await bikes(marc)).toMatchObject({ droppable: true })
    expect(await bikes({ ...marc, badges: new Set() })).toMatchObject({ droppable: false })
    expect(await bikes(await person('ada.admin'))).toMatchObject({ droppable: false })
  })

  it('can run every country: ports, schemas, tables and connection are there', async () => {
    const sam = await person('sam.super')
    const [connection] = await services.connections.list(sam)
    const client = new pg.Client({
      connectionString: await services.connections.openConnectionString(connection?._id ?? ''),
    })
    await client.connect()
    try {
      const items = (await services.access.picker(sam)).filter((item) => !item.isMaster)
      expect(items).toHaveLength(demoMasters.flatMap((master) => master.countries).length)
      for (const item of items) {
        const run = await services.definitions.forRun(item._id)
        for (const { rowSchema } of [...run.sources, ...run.sinks]) {
          expect(run.schemas).toHaveProperty([String(rowSchema?.$ref)])
        }
        const target = run.sinks.find(({ sink }) => sink.name === 'warehouse')?.sink.target
        if (target?.kind !== 'table') throw new Error(`${item.name} writes no table`)
        expect(target.connection).toBe(connection?._id)
        const schema = run.schemas[String(run.sinks[0]?.rowSchema?.$ref)]
        const { rows } = await client.query<{ name: string }>(
          'select column_name as name from information_schema.columns where table_name = $1',
          [target.table],
        )
        const columns = rows.map((row) => row.name).toSorted()
        expect(columns).toEqual(Object.keys(schema?.properties ?? {}).toSorted())
      }
    } finally {
      await client.end()
    }
  })

  it('names the people who still have the password that everybody knows', async () => {
    const { db } = platform
    expect(await demoPeopleWithDefaultPassword(db)).toHaveLength(4)
    await db.updateTable('users').set({ password_hash: null }).where('user_name', '=', 'sam.super').execute()
    expect((await demoPeopleWithDefaultPassword(db)).toSorted()).toEqual(['ada.admin', 'dana.dealer', 'marc.manager'])
  })

  it('leaves tables out, and says so, with a server of ones own', async () => {
    const other = await createTestPlatform()
    try {
      const made = await ensureDemoWorkspace(other, createServices(other))
      expect(made.notes).toEqual([
        'The demo pipelines write files only: their tables exist in the embedded PostgreSQL alone.',
      ])
      expect(await other.db.selectFrom('connections').select('id').execute()).toEqual([])
    } finally {
      await other.close()
    }
  })
})
