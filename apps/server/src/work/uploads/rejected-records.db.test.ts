import { readdirSync } from 'node:fs'
import type { Finding } from '@millrace/contract'
import { readContent } from '@millrace/engine/formats/test-support/read-for-test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
  sendRaw,
  until,
  uploadForm,
} from '../imports/imports.fixtures.ts'
import { dropEarlierRejected, RejectedFile } from './rejected-file.ts'
import { validateUpload } from './uploads.jobs.ts'

let world: ImportWorld
let pipeline: string
beforeAll(async () => {
  world = await makeImportWorld()
  pipeline = (await makePipelines(world, { sources: [manualSource('rows', { tolerance: 1 })] })).country._id
})
afterAll(() => world.close())

const rejectedOf = (uploadId: string, format: 'csv' | 'xlsx', role: 'manager' | 'admin' | 'user' = 'manager') =>
  sendRaw(world.url, 'POST /uploads/rejected', { body: { uploadId, format } }, world.people[role].token)
const pageOf = (id: string, pageNumber: number, nbItemsPerPage = 100) =>
  world.people.manager.call('GET /uploads/findings', {
    query: { id, pageNumber: String(pageNumber), nbItemsPerPage: String(nbItemsPerPage) },
  })
const send = (content: string, name = 'rows.csv') => sendFile(world.people.manager, pipeline, 'rows', content, name)
const kept = () => {
  const found = readdirSync(`${world.platform.settings.filesFolder}/kept`, { recursive: true, withFileTypes: true })
  return found.flatMap((entry) => (entry.isFile() && entry.name.startsWith('r') ? [entry.name] : [])).sort()
}
const incoming = () => readdirSync(`${world.platform.settings.filesFolder}/incoming`)

describe('POST /uploads/rejected', () => {
  it('gives the original columns plus row, line and reasons, as CSV', async () => {
    const upload = await send('key,name,price,note\nk1,One,1,x\n,Two,2,=1+1\nk3,"Thr\nee",dear,-5\n', 'Prix (été).csv')
    expect(upload).toMatchObject({ status: 'valid', counts: { records: 3, rejected: 2 } })
    const answer = await rejectedOf(upload._id, 'csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''Prix%20%28%C3%A9t%C3%A9%29-rejected\.csv/,
    )
    const lines = Buffer.from(await answer.arrayBuffer())
    expect(lines.toString()).toMatch(/^\ufeffRow,Line,key,name,price,note,Reasons\r\n2,3,,Two,2,'=1\+1,/)
    const { records } = await readContent(lines)
    expect(records.map(({ Reasons: _why, ...own }) => own)).toEqual([
      { Row: '2', Line: '3', key: '', name: 'Two', price: '2', note: "'=1+1" },
      { Row: '3', Line: '4', key: 'k3', name: 'Thr\nee', price: 'dear', note: '-5' },
    ])
    const { findings } = await pageOf(upload._id, 1)
    expect(records.map(({ Reasons }) => Reasons)).toEqual(
      [2, 3].map((row) =>
        findings
          .filter((finding) => finding.row === row)
          .map(({ message }) => message)
          .join('; '),
      ),
    )
  })

  it('and as a workbook that can be read again', async () => {
    const upload = await send('key,name,price\n,One,007\n')
    const answer = await rejectedOf(upload._id, 'xlsx')
    expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(answer.headers.get('content-disposition')).toContain('rows-rejected.xlsx')
    const content = Buffer.from(await answer.arrayBuffer())
    const { records, opened } = await readContent(content, { kind: 'excel', format: { header: true } })
    expect(opened.detected.sheet).toBe('Rejected records')
    expect(records).toMatchObject([{ Row: 1, Line: 2, key: '', name: 'One', price: '007' }])
  })

  it('says when there are none, and what is unknown or forbidden', async () => {
    const upload = await send('key,name\nk,n\n')
    const none = { code: 40900, message: 'The upload has no rejected records' }
    expect(await (await rejectedOf(upload._id, 'csv')).json()).toMatchObject(none)
    expect(kept().filter((name) => name.endsWith(upload._id))).toEqual([])
    expect(await (await rejectedOf('unknown', 'csv')).json()).toMatchObject({ code: 40400 })
    expect(await (await rejectedOf(upload._id, 'csv', 'admin')).json()).toMatchObject({ code: 40300 })
    expect(await (await rejectedOf(upload._id, 'pdf' as 'csv')).json()).toMatchObject({ code: 40000 })
  })
})

describe('GET /uploads/record', () => {
  const recordOf = (id: string, n: number, role: 'manager' | 'admin' = 'manager') =>
    world.people[role].ask('GET /uploads/record', { query: { id, n: String(n) } })

  it('gives the whole record of a finding as it stands in the file, whichever way the finding was come by', async () => {
    const upload = await send('key,name,price\nk1,One,1\n,"Thr\nee",dear\n,Four,4\n')
    const { findings, groups } = await pageOf(upload._id, 1)
    expect(findings.map(({ n, row, column }) => [n, row, column])).toEqual([
      [1, 2, 'key'],
      [2, 2, 'price'],
      [3, 3, 'key'],
    ])
    const second = { row: 2, line: 3, cells: [{ value: '' }, { value: 'Thr\nee' }, { name: 'price', value: 'dear' }] }
    expect(await recordOf(upload._id, 1)).toMatchObject({ code: 20000, data: second })
    const { data } = await recordOf(upload._id, 2)
    expect(data).toMatchObject({ ...second, findings: [{ column: 'key' }, { column: 'price' }], more: 0 })
    const group = String(groups.findIndex(({ column }) => column === 'key'))
    const query = { id: upload._id, group }
    const alone = await world.people.manager.call('GET /uploads/findings', { query })
    expect(alone.findings.map(({ n }) => n)).toEqual([1, 3])
    expect(await recordOf(upload._id, 3)).toMatchObject({ data: { row: 3, line: 5 } })
  })

  it('says when there is none, and what is forbidden', async () => {
    const upload = await send('key,name\n,n\n')
    expect(await recordOf(upload._id, 2)).toMatchObject({ code: 40400 })
    expect(await recordOf(upload._id, 0)).toMatchObject({ code: 40000 })
    expect(await recordOf(upload._id, 1, 'admin')).toMatchObject({ code: 40300 })
    expect(await recordOf('unknown', 1)).toMatchObject({ code: 40400 })
    const fine = await send('key,name\nk,n\n')
    expect(await recordOf(fine._id, 1)).toMatchObject({ code: 40900, message: 'The upload has no rejected records' })
    const large = await send(`key,name,a,b,c\n,${Array.from({ length: 4 }, () => 'x'.repeat(300_000)).join()}\n`)
    expect(await recordOf(large._id, 1)).toMatchObject({ code: 40900, message: expect.stringContaining('too large') })
  })
})

describe('readers that take their time', () => {
  it('are so many at once; one that goes makes room', async () => {
    const note = 'a long note '.repeat(20)
    const rows = Array.from({ length: 60_000 }, (_, i) => `,Name ${i},dear,${note}`).join('\n')
    const upload = await send(`key,name,price,note\n${rows}\n`)
    // Nobody reads their bodies, which are far larger than what a connection takes in by itself.
    const slow = await Promise.all(Array.from({ length: 8 }, () => rejectedOf(upload._id, 'csv')))
    expect(slow.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await (await rejectedOf(upload._id, 'csv')).json()).toMatchObject({ code: 42900 })
    await slow[0]?.body?.cancel()
    const whole = await until('room for another', async () => {
      const answer = await rejectedOf(upload._id, 'csv')
      return answer.status === 200 ? answer : null
    })
    expect((await whole.text()).split('\r\n')).toHaveLength(60_002)
    await Promise.all(slow.slice(1).map(({ body }) => body?.cancel()))
  })
})

describe('findings beyond the rows of the table', () => {
  it('API-033/api pages go on out of the file of rejected records, without a gap', async () => {
    // Two faults in each record, so that a page ends within a record.
    const rows = Array.from({ length: 8000 }, (_, i) => `,Name ${i},dear`).join('\n')
    const upload = await send(`key,name,price\n${rows}\n`)
    const all: Finding[] = []
    for (let page = 99; page <= 103; page++) {
      const { findings, totalCount } = await pageOf(upload._id, page)
      expect([findings.length, totalCount]).toEqual([100, 16_000])
      all.push(...findings)
    }
    const expected = Array.from({ length: 500 }, (_, i) => Math.floor((9800 + i) / 2) + 1)
    expect(all.map(({ row }) => row)).toEqual(expected)
    const whole = new Set(all.map((finding) => JSON.stringify(finding)))
    expect(whole.size).toBe(500)
    // A page that begins in the table and ends in the file.
    const across = await pageOf(upload._id, 143, 70)
    expect(across.findings.map(({ row }) => row)).toEqual(
      Array.from({ length: 70 }, (_, i) => Math.floor((142 * 70 + i) / 2) + 1),
    )
    expect((await pageOf(upload._id, 160)).findings.at(-1)).toMatchObject({ row: 8000 })
    expect((await pageOf(upload._id, 161)).findings).toEqual([])
  })
})

describe('a deleted pipeline', () => {
  it('takes the rejected records of its uploads along', async () => {
    const { country } = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 1 })] })
    const upload = await sendFile(world.people.manager, country._id, 'rows', 'key,name\n,n\n')
    expect(kept().filter((name) => name.endsWith(upload._id))).toHaveLength(1)
    await world.versions.deleteDocument(world.people['super-admin'], 'pipeline', country._id)
    expect(kept().filter((name) => name.endsWith(upload._id))).toEqual([])
  })
})

describe('attempts that do not come to their end', () => {
  const rows = Array.from({ length: 120_000 }, (_, i) => `,Name ${i},dear`).join('\n')
  const big = `key,name,price\n${rows}\n`
  /** An upload under validation; attempts of ours take it over from the worker, or the worker from them. */
  const waiting = async (): Promise<string> => {
    const form = uploadForm(pipeline, { rows: { name: 'a.csv', content: big } })
    const [upload] = await world.people.manager.call('POST /uploads', { body: form })
    return upload?._id ?? ''
  }
  const validated = (id: string) =>
    until('the end of the validation', async () => {
      const rows = world.platform.db.selectFrom('uploads').selectAll().where('id', '=', id)
      const row = await rows.executeTakeFirstOrThrow()
      return row.status === 'validating' ? null : row
    })
  const deps = () => ({ definitions: world.definitions, access: world.access, resolveModule: () => null })

  it('leave nothing when they are cut off, and the next one keeps its own', async () => {
    const id = await waiting()
    const stop = new AbortController()
    const cut = validateUpload(world.platform, deps(), id, stop.signal)
    const timer = setInterval(() => incoming().length > 0 && stop.abort(), 5)
    await cut.catch(() => {})
    clearInterval(timer)
    await validateUpload(world.platform, deps(), id, new AbortController().signal)
    const row = await validated(id)
    expect(row.status).toBe('valid')
    expect(kept().filter((name) => name.endsWith(id))).toEqual([row.rejected_key])
    expect((await pageOf(id, 2400)).findings.at(-1)).toMatchObject({ row: 120_000 })
  })

  it('leave nothing when their server was killed between the file and its name', async () => {
    const left = { id: 'left', attempt: 1 }
    for (const attempt of [1, 2]) {
      const file = new RejectedFile(world.platform.files, { ...left, attempt })
      const stream = await file.open()
      await new Promise<void>((resolve) => stream.end('records', resolve))
      await file.keep()
    }
    expect(kept().filter((name) => name.endsWith('left'))).toHaveLength(2)
    await dropEarlierRejected(world.platform.files, { ...left, attempt: 3 })
    expect(kept().filter((name) => name.endsWith('left'))).toEqual([])
  })

  it('GUARANTEE G5 one that was taken over keeps nothing', async () => {
    const id = await waiting()
    const attempts = [1, 2, 3].map(() =>
      validateUpload(world.platform, deps(), id, new AbortController().signal).catch(() => {}),
    )
    await Promise.all(attempts)
    const row = await validated(id)
    expect([row.status, row.total_findings]).toEqual(['valid', 240_000])
    expect(kept().filter((name) => name.endsWith(id))).toEqual([row.rejected_key])
  })
})
