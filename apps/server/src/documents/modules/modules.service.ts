import {
  conflict,
  forbidden,
  invalid,
  type Module,
  type ModuleInput,
  notFound,
  textWith,
  texts,
  validateModule,
} from '@millrace/contract'
import { builtInModules, type ResolveModule } from '@millrace/engine'
import { recordAudit } from '../../people/audit/audit.service.ts'
import { mustBeProjectBadges } from '../../people/badges/project-badges.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { mayUseTagged } from '../../people/badges/may-use-tagged.ts'
import { usersOfModule } from './users-of-module.ts'
import { installQueue } from './install-queue.ts'
import {
  codeOfModule,
  findModule,
  holdModule,
  insertModule,
  type ModuleRow,
  moduleRows,
  readyModules,
  removeModule,
  updateModule,
} from './modules.repository.ts'

export type ModulesService = ReturnType<typeof createModulesService>

const uniqueViolation = '23505'
/** Ids of built-in modules, which are no rows. */
const builtInId = (name: string) => `builtin:${name}`

const present = (row: ModuleRow): Module => ({
  _id: row.id,
  name: row.name,
  version: row.version,
  download: row.download,
  builtin: false,
  tags: row.badges,
  state: row.state,
  reason: row.reason,
})

/** The allowed modules (MOD-004, MOD-005, MOD-007, D-140 as completed by the architecture page). */
export function createModulesService({ db, queue }: Pick<Platform, 'db' | 'queue'>) {
  const builtIns = builtInModules()

  /** The row that an input makes. @throws ApiError 40000 'Please input name', 'Please input version', or a sentence */
  function rowOf(id: string, input: ModuleInput, before: ModuleRow | null): ModuleRow {
    const mistakes = validateModule(input)
    const problem = mistakes.name ?? mistakes.version
    if (problem !== undefined) throw invalid(problem)
    const [name, version] = [input.name.trim(), input.version.trim()]
    if (builtIns.some((module) => module.name === name && module.version === version))
      throw conflict(texts.moduleExists)
    const isSame = before?.name === name && before.version === version
    const kept = isSame
      ? { state: before.state, reason: before.reason, integrity: before.integrity }
      : { state: 'listed' as const, reason: null, integrity: null }
    const row = { id, name, version, download: input.download ?? false, badges: [...new Set(input.tags)], ...kept }
    // Switching the download on is asking for it.
    const isNew = row.download && (row.state === 'listed' || (row.state === 'failed' && before?.download === false))
    return isNew ? { ...row, state: 'installing', reason: null } : row
  }

  async function store(caller: Caller, before: ModuleRow | null, row: ModuleRow, tx: Connection): Promise<Module> {
    await mustBeProjectBadges(tx, row.badges)
    const isAnother = before?.name !== row.name || before.version !== row.version
    try {
      await (before === null ? insertModule(tx, row) : updateModule(tx, row, isAnother))
    } catch (error) {
      if ((error as { code?: string }).code === uniqueViolation) throw conflict(texts.moduleExists)
      throw error
    }
    if (row.state === 'installing' && (isAnother || before?.state !== 'installing')) await queueInstall(tx, row.id)
    await audit(tx, caller, before === null ? 'create' : 'save', before, row)
    return present(row)
  }

  /** @throws ApiError 40900 while code requires this module: it would fail at its next run */
  async function mustBeUnused(tx: Connection, row: ModuleRow): Promise<void> {
    const isSupplied = builtIns.some((module) => module.name === row.name)
    const users = await usersOfModule(tx, row, isSupplied)
    if (users.length > 0) throw conflict(textWith.usedBy(users))
  }

  const audit = (tx: Connection, caller: Caller, action: string, before: ModuleRow | null, after: ModuleRow | null) =>
    recordAudit(tx, caller, {
      kind: 'module',
      objectId: (after ?? before)?.id ?? '',
      name: `${(after ?? before)?.name}@${(after ?? before)?.version}`,
      action,
      before: before && present(before),
      after: after && present(after),
    })

  const queueInstall = async (tx: Connection, id: string): Promise<void> => {
    await queue.send(installQueue, { id }, { key: id, tx })
  }

  /** Holds a module for a change. @throws ApiError 40300 for a built-in one, 40400 */
  async function hold(tx: Connection, id: string): Promise<ModuleRow> {
    if (builtIns.some(({ name }) => builtInId(name) === id)) throw forbidden()
    const row = await holdModule(tx, id)
    if (row === undefined) throw notFound()
    return row
  }

  return {
    /** GET /allowed-modules: by name and version, built-in ones included. */
    async list(_caller: Caller): Promise<Module[]> {
      const supplied = builtIns.map(
        ({ name, version }): Module => ({
          _id: builtInId(name),
          name,
          version,
          download: false,
          builtin: true,
          tags: [],
          state: 'ready',
          reason: null,
        }),
      )
      const order = new Intl.Collator('en', { numeric: true })
      return [...supplied, ...(await moduleRows(db)).map(present)].toSorted(
        (one, other) => order.compare(one.name, other.name) || order.compare(one.version, other.version),
      )
    },

    /** POST /allowed-modules; with `download` it is installed in the queue. */
    async create(caller: Caller, input: ModuleInput): Promise<Module> {
      return db.transaction().execute((tx) => store(caller, null, rowOf(newId(), input, null), tx))
    },

    /**
     * PUT /allowed-modules: another name or version is another module and is installed anew; 40900 while components use
     * the one it was.
     */
    async update(caller: Caller, { _id, ...input }: ModuleInput & { _id: string }): Promise<Module> {
      return db.transaction().execute(async (tx) => {
        const before = await hold(tx, _id)
        const row = rowOf(_id, input, before)
        if (row.name !== before.name || row.version !== before.version) await mustBeUnused(tx, before)
        return store(caller, before, row, tx)
      })
    },

    /** DELETE /allowed-modules/{id}: 40900 'Document is used by {names}' while the code of a component requires it. */
    async remove(caller: Caller, id: string): Promise<{ deleted: string }> {
      return db.transaction().execute(async (tx) => {
        const row = await hold(tx, id)
        await mustBeUnused(tx, row)
        await removeModule(tx, id)
        await audit(tx, caller, 'delete', row, null)
        return { deleted: id }
      })
    },

    /** POST /allowed-modules/{id}/install: again after a failure; one that is ready or under way stays as it is. */
    async install(caller: Caller, id: string): Promise<Module> {
      return db.transaction().execute(async (tx) => {
        const before = await hold(tx, id)
        if (before.state === 'ready' || before.state === 'installing') return present(before)
        if (!before.download) throw invalid('The module is not to be downloaded; switch the download on first')
        const row: ModuleRow = { ...before, state: 'installing', reason: null }
        await updateModule(tx, row, false)
        await queueInstall(tx, id)
        await audit(tx, caller, 'install', before, row)
        return present(row)
      })
    },

    async find(id: string): Promise<Module | null> {
      const row = await findModule(db, id)
      return row === undefined ? null : present(row)
    },

    /**
     * Finds what code requires: `name` is the built-in module, else the ready one that was listed first, so that a
     * version added later changes no code; `name@version` is that version.
     * @param caller who builds or tests and needs a tag of the module; null for imports, which nobody's badges judge
     */
    resolver(caller: Caller | null): ResolveModule {
      return async (wanted) => {
        const [, name = '', version] = /^(.[^@]*)(?:@(.+))?$/.exec(wanted) ?? []
        const supplied = builtIns.find(
          (module) => module.name === name && (version ?? module.version) === module.version,
        )
        if (supplied !== undefined) return { name: wanted, version: supplied.version, code: supplied.code }
        const found = (await readyModules(db, name)).find((row) => (version ?? row.version) === row.version)
        if (found === undefined || (caller !== null && !mayUseTagged(caller, found.badges))) return null
        const code = await codeOfModule(db, found.id)
        return code === null ? null : { name: wanted, version: found.version, code }
      }
    },
  }
}
