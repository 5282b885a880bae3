import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'
import { ensureBrand, ensureDatakind, ensureLocale, ensureProductLine } from './lookups.service.ts'

let app: TestApp
let people: Record<string, TestUser>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
})
afterAll(() => app.close())

describe('the lookup lists', () => {
  it('API-024/api are answered to every role, by name or label', async () => {
    const { db } = app
    const [zeta, alpha] = [await ensureBrand(db, 'zeta'), await ensureBrand(db, 'Alpha')]
    const dealer = await ensureDatakind(db, 'dealer')
    const [line, other] = [await ensureProductLine(db, 'x', 'Zebras'), await ensureProductLine(db, 'z', 'ants')]
    const german = await ensureLocale(db, { language: 'de', country: 'DE', name: 'German' })
    const french = await ensureLocale(db, { language: 'fr', country: 'FR', name: 'A first name' })
    for (const as of Object.values(people)) {
      const [brands, kinds, lines, locales] = [
        await app.call('GET /brands/list', { as }),
        await app.call('GET /datakinds/list', { as }),
        await app.call('GET /productlines/list', { as }),
        await app.call('GET /locales/list', { as }),
      ]
      expect(brands.data).toEqual([
        { _id: alpha, name: 'Alpha' },
        { _id: zeta, name: 'zeta' },
      ])
      expect(kinds.data).toEqual([{ _id: dealer, name: 'dealer' }])
      expect(lines.data).toEqual([
        { _id: other, name: 'z', label: 'ants' },
        { _id: line, name: 'x', label: 'Zebras' },
      ])
      expect(locales.data).toEqual([
        { _id: german, name: 'German', language: 'de', country: 'DE', label: 'de-DE' },
        { _id: french, name: 'A first name', language: 'fr', country: 'FR', label: 'fr-FR' },
      ])
    }
  })

  it('have each entry once, however often it is asked for', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => ensureBrand(app.db, 'Once')))
    expect(new Set(ids).size).toBe(1)
  })
})
