import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrationsFolder } from '../../platform/database/migrate.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { insertAudit } from './audit.repository.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

it('S6 entries of an earlier version keep scheme and host of an address', async () => {
  const { db } = platform
  const sink = (url: string) => ({ name: 'say "url": x', target: { kind: 'http', url } })
  const urls = [
    ['https://hooks.example.com/services/key-7391?x=1', 'https://hooks.example.com/***'],
    ['https://a:key-7391@example.com', 'https://example.com/***'],
    ['https://example.com/key-"7391\\', 'https://example.com/***'],
  ]
  const row = { user_id: null, user_name: 'x', object_id: 'p', name: 'P', action: 'save', before: null }
  const shown = (n: number) => ({ dataSinks: urls.map((pair) => sink(pair[n] ?? '')) })
  await insertAudit(db, { ...row, kind: 'pipeline', after: JSON.stringify(shown(0)) })
  await insertAudit(db, { ...row, kind: 'schema', after: JSON.stringify({ url: 'https://example.com/schema' }) })
  const statements = readFileSync(join(migrationsFolder, '0008_addresses_in_the_audit.sql'), 'utf8')
  await sql.raw(statements).execute(db)
  const rows = await db.selectFrom('audit').select(['before', 'after']).orderBy('id').execute()
  expect(rows).toEqual([
    { before: null, after: shown(1) },
    { before: null, after: { url: 'https://example.com/schema' } },
  ])
})
