import type { DocKind } from '@millrace/contract'
import { freshName } from '../../test-support/factories.ts'
import { type ImportWorld } from '../../work/imports/imports.fixtures.ts'
import { makeReady } from '../../work/imports/plans/planning.fixtures.ts'

/** A call to make, and the row of the audit that it must leave. */
export type DocumentChange = {
  query?: Record<string, string>
  body?: unknown
  row: { kind: string; action: string; before?: unknown; after?: unknown }
}

const paths: Record<DocKind, string> = { schema: 'schemas', component: 'components', pipeline: 'pipelines' }

/** A change for every call of documents and their versions, by the name of the call. */
export function documentChanges(world: () => ImportWorld): Record<string, () => Promise<DocumentChange>> {
  const sam = () => world().people['super-admin']
  const make: Record<DocKind, (more?: { uses?: string }) => Promise<{ _id: string; name: string }>> = {
    schema: ({ uses } = {}) => {
      const jsonSchema = uses === undefined ? { type: 'object' } : { $ref: `importer://schema/id/${uses}` }
      return world().schemas.save(sam(), { name: freshName('Row'), jsonSchema })
    },
    component: ({ uses } = {}) => {
      const instances = uses === undefined ? [] : [{ name: 'inner', instanceOf: uses }]
      return world().components.save(sam(), { name: freshName('Join'), kind: 'workflow', instances })
    },
    pipeline: () => world().pipelines.save(sam(), { name: freshName('Shop') }),
  }
  /** One that its kind's checks let be locked: a pipeline has a master and a component then. */
  const lockable = async (kind: DocKind) => (kind === 'pipeline' ? (await makeReady(world())).country : make[kind]())
  const locked = async (kind: DocKind) => {
    const made = await lockable(kind)
    await world().versions.lock(sam(), kind, { id: made._id, force: true })
    return made
  }
  /** A document that uses a locked version, of which there is a newer one that is locked, too. */
  const outdated = async (kind: 'schema' | 'component') => {
    const used = await locked(kind)
    const user = await make[kind]({ uses: used._id })
    const { _id } = await world().versions.createNew(sam(), kind, { id: used._id })
    await world().versions.lock(sam(), kind, { id: _id })
    return { ...user, type: kind }
  }
  const changes: Record<string, () => Promise<DocumentChange>> = {}
  for (const kind of ['schema', 'component', 'pipeline'] as const) {
    const path = paths[kind]
    const own = make[kind]
    changes[`POST /${path}`] = async () => ({
      body: { name: freshName('Made') },
      row: { kind, action: 'create', before: null },
    })
    changes[`DELETE /${path}`] = async () => ({
      query: { id: (await own())._id },
      row: { kind, action: 'delete', after: null },
    })
    changes[`POST /${path}/reparent`] = async () => {
      const target = await world().folders.create(sam(), { name: freshName('Target'), kind, parent: null })
      return { body: { id: (await own())._id, parentId: target.id }, row: { kind, action: 'move' } }
    }
    changes[`POST /${path}/version/lock`] = async () => ({
      body: { id: (await lockable(kind))._id, force: true },
      row: { kind, action: 'lock', before: { locked: false }, after: { locked: true, version: 1 } },
    })
    changes[`POST /${path}/version/new`] = async () => ({
      body: { id: (await locked(kind))._id },
      row: { kind, action: 'new version', before: { version: 1 }, after: { version: 2 } },
    })
    changes[`POST /${path}/version/delete`] = async () => {
      const { _id } = await world().versions.createNew(sam(), kind, { id: (await locked(kind))._id })
      return { body: { id: _id }, row: { kind, action: 'delete version', before: { version: 2 }, after: null } }
    }
    if (kind === 'pipeline') continue
    changes[`POST /${path}/version/update`] = async () => {
      const { _id } = await outdated(kind)
      const update_data = await sam().call(`POST /${path}/version/compute` as 'POST /schemas/version/compute', {
        body: { id: _id },
      })
      return { body: { update_data }, row: { kind, action: 'update' } }
    }
  }
  for (const kind of ['schema', 'component', 'pipeline'] as const) {
    const path = `${kind}s` as const
    const testCase = async () => {
      const { _id: id } = await make[kind]()
      return { id, made: await sam().call(`POST /${path}/test-cases`, { body: { id, name: 'empty list' } }) }
    }
    changes[`POST /${path}/test-cases`] = async () => ({
      body: { id: (await make[kind]())._id, name: 'empty list' },
      row: { kind, action: 'add test case', before: null },
    })
    changes[`DELETE /${path}/test-cases`] = async () => ({
      query: { id: (await testCase()).made._id },
      row: { kind, action: 'delete test case', after: null },
    })
    changes[`POST /${path}/test-cases/needed`] = async () => ({
      body: { id: (await testCase()).id, needed: true },
      row: { kind, action: 'change demand for green test cases', before: { needed: false }, after: { needed: true } },
    })
  }
  /** A master, and a country of it without the brand that the master has. */
  const overridden = async () => {
    const { master, country } = await makeReady(world())
    const { name, sys_version } = await world().pipelines.find(sam(), country._id)
    const saved = await world().pipelines.save(sam(), { _id: country._id, name, sys_version, brand: null })
    return { master: await world().pipelines.find(sam(), master._id), country: saved }
  }
  changes['POST /pipelines/countries/take-over'] = async () => {
    const { country } = await overridden()
    const { _id, sys_version } = country
    return {
      body: { country: _id, sys_version, pointers: ['/brand'] },
      row: { kind: 'pipeline', action: 'take over', before: { brand: null } },
    }
  }
  changes['POST /pipelines/countries/roll-out'] = async () => {
    const { master, country } = await overridden()
    const asked = { id: country._id, sys_version: country.sys_version, takeOver: ['/brand'] }
    return {
      body: { master: master._id, sys_version: master.sys_version, countries: [asked] },
      row: { kind: 'pipeline', action: 'roll out', before: { brand: null } },
    }
  }
  changes['POST /pipelines/version/update'] = async () => {
    const { master } = await makeReady(world())
    await world().versions.lock(sam(), 'pipeline', { id: master._id, force: true })
    const { component } = await world().pipelines.find(sam(), master._id)
    const { _id } = await world().versions.createNew(sam(), 'component', { id: String(component) })
    await world().versions.lock(sam(), 'component', { id: _id })
    const update_data = await sam().call('POST /pipelines/version/compute', { body: { id: master._id } })
    return { body: { update_data }, row: { kind: 'pipeline', action: 'update' } }
  }
  changes['POST /pipelines/from-file'] = async () => {
    const named = async (kind: DocKind) => ({
      name: freshName('Of a file'),
      folder: (await world().folders.root(kind)).id,
    })
    const file = { name: 'a.csv', mimeType: 'text/csv', data: Buffer.from('a\n1\n').toString('base64') }
    const [schema, component, pipeline] = [await named('schema'), await named('component'), await named('pipeline')]
    const unclassified = { brand: null, locale: null, productLine: null, datakind: null }
    const country = freshName('Country of a file')
    return {
      body: { file, schema, component, pipeline, country, port: 'rows', format: 'csv', ...unclassified },
      row: { kind: 'pipeline', action: 'create', before: null },
    }
  }
  return changes
}
