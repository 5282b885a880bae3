import {
  ApiError,
  compareWithMaster,
  type CountryMatrix,
  invalid,
  planRollOut,
  type RolledOutCountry,
  rollOut,
  takeOver,
  textWith,
  texts,
} from '@millrace/contract'
import { isSameJson } from '@millrace/contract/schemas/json-equality'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { mustHold } from '../../kernel/rights.ts'
import { filterSeen, seenOr404 } from '../../kernel/rights-of-items.ts'
import { StaleSaveError } from '../../kernel/versions/stale-save-error.ts'
import { findVersion, type VersionRow, versionsOf } from '../../kernel/versions/versions.reads.ts'
import { newestOfCountries } from './countries.repository.ts'
import { presentMatrix } from './countries.presenter.ts'
import { withSealsOf } from './country-fields.ts'
import { fieldsOfVersion, type OpenCountry, openCountry, storeCountry } from './country-drafts.ts'
import { readCountries, readSide, seenNames } from './country-reads.ts'

export type CountriesService = ReturnType<typeof createCountriesService>

type AskedCountry = { id: string; sys_version: number; takeOver?: string[] }
type Outcome = { stored: VersionRow; changed: string[]; kept: string[] }

const pointers = (fields: readonly { pointer: string }[]): string[] => fields.map(({ pointer }) => pointer)

/** A master beside its countries, field by field; taking over and rolling out what the master has. */
export function createCountriesService(platform: Platform) {
  const { db, secrets, log } = platform

  /** The newest version of the country with the master's version laid over it, stored as a draft if that changes anything. */
  async function rollOutTo(caller: Caller, master: VersionRow, asked: AskedCountry): Promise<Outcome> {
    return db.transaction().execute(async (tx) => {
      const country = await openCountry(tx, caller, asked)
      const storedRow = await findVersion(tx, country.masterId)
      if (storedRow?.documentId !== master.documentId) throw invalid(textWith.countryOfAnother(country.row.name))
      const stored = await fieldsOfVersion(tx, country.masterId)
      const newest = withSealsOf(secrets, await fieldsOfVersion(tx, master.id), stored)
      const own = withSealsOf(secrets, withSealsOf(secrets, country.fields, stored), newest)
      const { changed, kept } = planRollOut(compareWithMaster(own, stored, newest), asked.takeOver)
      const outcome = { changed: pointers(changed), kept: pointers(kept) }
      if (changed.length === 0 && country.masterId === master.id) return { stored: country.row, ...outcome }
      const fields = rollOut(own, stored, newest, asked.takeOver)
      return {
        stored: await storeCountry(platform, tx, caller, country, { fields, master, action: 'roll out' }),
        ...outcome,
      }
    })
  }

  /** One row of the report: what is wrong with one country holds up no other. */
  async function tryRollOut(caller: Caller, master: VersionRow, row: VersionRow, asked: AskedCountry) {
    const named = { country: asked.id, name: row.name }
    try {
      const { stored, changed, kept } = await rollOutTo(caller, master, asked)
      return { ...named, _id: stored.id, version: stored.version, changed, kept, error: null }
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ error, country: asked.id }, 'a rollout to a country failed')
      const message = error instanceof ApiError ? error.message : texts.unexpected
      return { ...named, _id: null, version: null, changed: [], kept: [], error: message }
    }
  }

  async function masterOf(country: OpenCountry, caller: Caller): Promise<VersionRow> {
    return (await seenOr404(db, caller, 'pipeline', await findVersion(db, country.masterId))).row
  }

  return {
    /** GET /pipelines/countries: the newest version of the master beside the newest of each country the caller sees. */
    async matrix(caller: Caller, anyVersionId: string): Promise<CountryMatrix> {
      const { row } = await seenOr404(db, caller, 'pipeline', await findVersion(db, anyVersionId))
      const [newest = row] = await versionsOf(db, row.documentId)
      const rows = await filterSeen(db, caller, await newestOfCountries(db, row.documentId))
      const master = await readSide(db, caller, newest)
      const countries = await readCountries(platform, caller, rows, master)
      return presentMatrix(master, countries, await seenNames(db, caller, [master, ...countries]))
    },

    /**
     * POST /pipelines/countries/take-over: fields of the country back to the values of the master version that it
     * stores. Errors: 40400, 40300, 40900 as for a save; 40000 no such field, or nothing to change.
     */
    async takeOver(caller: Caller, asked: { country: string; sys_version: number; pointers: string[] }) {
      return db.transaction().execute(async (tx) => {
        const country = await openCountry(tx, caller, { id: asked.country, sys_version: asked.sys_version })
        const master = await masterOf(country, caller)
        const stored = await fieldsOfVersion(tx, country.masterId)
        const own = withSealsOf(secrets, country.fields, stored)
        const known = pointers(compareWithMaster(own, stored).filter(({ state }) => state !== 'own'))
        const odd = asked.pointers.find((one) => !known.some((pointer) => `${pointer}/`.startsWith(`${one}/`)))
        if (odd !== undefined) throw invalid(textWith.noInheritedField(odd))
        const fields = takeOver(own, stored, asked.pointers)
        if (isSameJson(fields, own)) throw invalid(texts.nothingToUpdate)
        const row = await storeCountry(platform, tx, caller, country, { fields, master, action: 'take over' })
        return { _id: row.id, version: row.version, sys_version: row.sysVersion }
      })
    },

    /**
     * POST /pipelines/countries/roll-out. Rights are asked of all countries before anything is done; then each country is
     * a transaction of its own with a row in the report: somebody's save of one holds up none of the others, and what
     * is asked again changes nothing twice.
     * Errors: 40400, 40300 for any of them; 40900 StaleSaveError when the master was saved since it was shown.
     */
    async rollOut(
      caller: Caller,
      asked: { master: string; sys_version: number; countries: AskedCountry[] },
    ): Promise<RolledOutCountry[]> {
      const { row: master } = await seenOr404(db, caller, 'pipeline', await findVersion(db, asked.master))
      const countries = [...new Map(asked.countries.map((country) => [country.id, country])).values()]
      const rows = new Map<string, VersionRow>()
      for (const { id } of countries) {
        const { row, rights } = await seenOr404(db, caller, 'pipeline', await findVersion(db, id))
        mustHold.writes(rights)
        rows.set(id, row)
      }
      if (master.sysVersion !== asked.sys_version) throw new StaleSaveError(master.updatedBy, master.updatedAt)
      const report: RolledOutCountry[] = []
      for (const country of countries) {
        const row = rows.get(country.id)
        if (row !== undefined) report.push(await tryRollOut(caller, master, row, country))
      }
      return report
    },
  }
}
