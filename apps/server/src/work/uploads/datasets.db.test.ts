import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
  sendRaw,
} from '../imports/imports.fixtures.ts'
import { freshName } from '../../test-support/factories.ts'
import { removeOld } from '../retention/retention.service.ts'
import { DatasetFile } from './kept-dataset.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const datasets = (uploadId: string) =>
  world.platform.db.selectFrom('upload_datasets').selectAll().where('upload_id', '=', uploadId).execute()
const manager = () => world.people.manager

async function imported(pipelineId: string) {
  const { importId } = await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
  const row = await ended(world, importId)
  const lines = await manager().call('GET /logs/jobs', { query: { id: importId } })
  const [output] = await world.platform.db.selectFrom('uploads').selectAll().where('import_id', '=', importId).execute()
  const body = { uploadIds: [output?.id ?? ''] }
  const text =
    output === undefined
      ? ''
      : await (await sendRaw(world.url, 'POST /uploads/export', { body }, manager().token)).text()
  const again = lines.map(({ message }) => message).filter((message) => message.includes('is checked again'))
  return { row, text, again }
}

/** A component that takes rows one by one and reads two of their fields. */
async function readingByName() {
  const sam = world.people['super-admin']
  const port = (name: string) => ({ name, inputSchema: {}, outputSchema: {} })
  const one = await world.components.save(sam, {
    ...{ name: freshName('One'), kind: 'instruction', inputs: [port('row')], outputs: [port('out')] },
    jsCode: 'const { row } = ctx.input; ctx.output = { out: { key: row.key, note: row.note } }',
  })
  const link = (fromInstance: string, fromPort: string, toInstance: string, toPort: string) => ({
    ...{ name: fromPort, fromInstance, fromPort, toInstance, toPort, jsCode: 'ctx.output = ctx.input;' },
    ...{ inputSchema: {}, outputSchema: {} },
  })
  return {
    kind: 'forEach' as const,
    jsCode: '',
    instances: [{ name: 'one', instanceOf: one._id }],
    links: [link('', 'rows', 'one', 'row'), link('one', 'out', '', 'out')],
  }
}

describe('the checked records of uploads', () => {
  it('IMP-049/api an import reads those; missing, damaged or unnamed ones are made again and kept', async () => {
    const { country } = await makePipelines(world)
    const upload = await sendFile(manager(), country._id, 'rows', csv(2000))
    const [kept] = await datasets(upload._id)
    expect(Number(kept?.bytes)).toBeGreaterThan(1000)
    const first = await imported(country._id)
    expect([first.row.state, first.again]).toEqual(['completed', []])
    const path = await world.platform.files.localPath(kept?.file_key ?? '')
    const whole = readFileSync(path)

    writeFileSync(path, Buffer.from(whole).fill(0, 900, 910))
    const damaged = await imported(country._id)
    expect(damaged.again).toEqual(['rows.csv is checked again: its checked records are damaged'])
    rmSync(path)
    const missing = await imported(country._id)
    await world.platform.db.deleteFrom('upload_datasets').where('upload_id', '=', upload._id).execute()
    const unnamed = await imported(country._id)
    for (const found of [missing, unnamed]) {
      expect(found.again).toEqual(['rows.csv is checked again: no records of it are kept that were checked like this'])
    }
    for (const found of [damaged, missing, unnamed]) {
      expect([found.text, found.row.counts]).toEqual([first.text, first.row.counts])
    }
    expect(readFileSync(path).equals(whole)).toBe(true)
    expect(await datasets(upload._id)).toMatchObject([{ stamp: kept?.stamp, file_key: kept?.file_key }])
    expect((await imported(country._id)).again).toEqual([])
  })

  it('IMP-049/api data of the master that a country reads by other rules is checked by those, once', async () => {
    const note = { type: 'string', minLength: 1 }
    const schema = { type: 'object', properties: { key: { type: 'string' }, note }, required: ['key'] }
    const config = { empty: 'text' as const }
    const { master, country } = await makePipelines(world, {
      ...{ schema, sources: [manualSource('rows', { tolerance: 1 })] },
      country: { dataSources: [manualSource('rows', { dataFromMaster: true, tolerance: 1, config })] },
    })
    // An empty note is none for the master, and a note that is too short for the country.
    const rows = Array.from({ length: 300 }, (_, i) => `k${i},${i % 30 === 0 ? 'x' : ''}`).join('\n')
    const upload = await sendFile(manager(), master._id, 'rows', `key,note\n${rows}\n`)
    expect(upload.status).toBe('valid')
    expect(await datasets(upload._id)).toHaveLength(1)
    const first = await imported(country._id)
    expect(first.row.counts).toMatchObject({ sources: { rows: { read: 300, rejected: 290, written: 10 } } })
    expect(first.again).toHaveLength(1)
    expect(await datasets(upload._id)).toHaveLength(2)
    const second = await imported(country._id)
    expect([second.again, second.text]).toEqual([[], first.text])
  })

  it('IMP-049/api a check keeps the fields that rules and code look at; whoever needs all has it checked once more', async () => {
    const { country } = await makePipelines(world, {
      schema: { type: 'object', properties: { key: { type: 'string' } } },
      component: await readingByName(),
    })
    const rows = Array.from({ length: 500 }, (_, i) => `k${i},"Note ${i}",${'unread '.repeat(20)}`).join('\n')
    const upload = await sendFile(manager(), country._id, 'rows', `key,note,rest\n${rows}\n`)
    const [kept] = await datasets(upload._id)
    expect(Number(kept?.bytes)).toBeLessThan(30_000)
    const first = await imported(country._id)
    expect([first.row.state, first.again]).toEqual(['completed', []])
    expect(first.text.split('\n')[7]).toBe('{"key":"k7","note":"Note 7"}')
    const records = () =>
      manager().call('GET /uploads/records', { query: { id: upload._id, which: 'first', count: '1' } })
    expect((await records()).records).toEqual([{ key: 'k0', note: 'Note 0', rest: 'unread '.repeat(20) }])
    expect(await datasets(upload._id)).toHaveLength(2)
    await records()
    const again = await imported(country._id)
    expect([again.again, again.text]).toEqual([[], first.text])
    expect(await datasets(upload._id)).toHaveLength(2)
  })

  it('UPL-019/api a file that cannot be used has none; what a cut-off attempt left is written over', async () => {
    const { country } = await makePipelines(world)
    const broken = await sendFile(manager(), country._id, 'rows', 'key,name\nk1,"open\n')
    expect([broken.status, await datasets(broken._id)]).toEqual(['invalid', []])
    const upload = await sendFile(manager(), country._id, 'rows', csv(50))
    const [kept] = await datasets(upload._id)
    const left = new DatasetFile(world.platform.files, upload._id)
    writeSync((await left.open()).fd, 'half of it')
    expect((await left.keep(kept?.stamp ?? '')).key).toBe(kept?.file_key)
    const found = await imported(country._id)
    expect([found.row.state, found.again]).toEqual([
      'completed',
      ['rows.csv is checked again: its checked records are damaged'],
    ])
  })

  it('IMP-049/api records that another version of the program checked are removed by night and made again', async () => {
    const { country } = await makePipelines(world)
    const upload = await sendFile(manager(), country._id, 'rows', csv(50))
    const [kept] = await datasets(upload._id)
    const sweep = () => removeOld(world.platform, new AbortController().signal)
    expect(await sweep()).toMatchObject({ datasets: 0 })
    await world.platform.db
      .updateTable('upload_datasets')
      .set({ maker: 'an earlier one' })
      .where('upload_id', '=', upload._id)
      .execute()
    expect(await sweep()).toMatchObject({ datasets: 1 })
    expect([await datasets(upload._id), await world.platform.files.exists(kept?.file_key ?? '')]).toEqual([[], false])
    expect((await imported(country._id)).row.state).toBe('completed')
    await world.versions.deleteDocument(world.people['super-admin'], 'pipeline', country._id)
    expect(await world.platform.files.exists(kept?.file_key ?? '')).toBe(false)
  })
})
