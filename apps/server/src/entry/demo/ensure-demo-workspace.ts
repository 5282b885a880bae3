import type { DocKind, Role, TreeNode } from '@millrace/contract'
import {
  ensureBrand,
  ensureDatakind,
  ensureLocale,
  ensureProductLine,
} from '../../documents/lookups/lookups.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { ensureReadyMade } from '../ready-made/ensure-ready-made.ts'
import { type Caller, systemCaller } from '../../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { demoPassword } from '../../people/users/demo-password.ts'
import { demoComponents } from './demo-components.ts'
import { demoBadges, demoPeople, ensureDemoPeople } from './demo-people.ts'
import {
  countryName,
  countrySources,
  type DemoMaster,
  demoMasters,
  demoSinks,
  masterSources,
} from './demo-pipelines.ts'
import { demoPlans } from './demo-plans.ts'
import { demoSchema, demoSchemas } from './demo-schemas.ts'
import { ensureDemoWarehouse } from './demo-warehouse.ts'
import { findDemoPerson, isDemoComplete, hasDemoJob, markDemoComplete } from './demo.repository.ts'

export type DemoWorkspace = {
  people: { userName: string; password: string; role: Role }[]
  /** What a person should know about this demo, one sentence each. */
  notes: string[]
}

const caller = systemCaller
const localeNames: Record<string, string> = {
  'en-US': 'English (United States)',
  'fr-FR': 'French (France)',
  'de-DE': 'German (Germany)',
  'es-ES': 'Spanish (Spain)',
  'pt-BR': 'Portuguese (Brazil)',
}

/**
 * Makes the demo workspace through the services that people use, and goes on where an earlier start was cut short. Once
 * it is complete, only the address of its warehouse is brought up to date: what people changed stays changed.
 * @param options `serverUrl`: the embedded PostgreSQL server, where a database for the tables is made; null with a
 * server of one's own, where the demo makes no database and its pipelines write files alone
 */
export async function ensureDemoWorkspace(
  platform: Platform,
  services: Services,
  options: { serverUrl: string | null } = { serverUrl: null },
): Promise<DemoWorkspace> {
  const { db } = platform
  const connection = options.serverUrl === null ? null : await ensureConnection(services, options.serverUrl)
  if (!(await isDemoComplete(db))) {
    await new DemoMaker(platform, services, connection).make()
    await markDemoComplete(db, platform.now())
  }
  return {
    people: demoPeople.map(({ userName, role }) => ({ userName, role, password: demoPassword })),
    notes:
      connection === null
        ? ['The demo pipelines write files only: their tables exist in the embedded PostgreSQL alone.']
        : [],
  }
}

/** The embedded server's port and password may differ from start to start. */
async function ensureConnection(services: Services, serverUrl: string): Promise<string> {
  const cnxString = await ensureDemoWarehouse(serverUrl)
  const made = await services.connections.ensure(caller, { name: 'Demo warehouse', type: 'postgresql', cnxString })
  return made._id
}

/** One run of making: what is there already is found by folder and name, and kept. */
class DemoMaker {
  readonly #platform: Platform
  readonly #services: Services
  readonly #connection: string | null
  readonly #schemas = new Map<string, string>()
  readonly #components = new Map<string, string>()
  readonly #folders = new Map<string, string>()
  readonly #pipelines = new Map<string, string>()
  readonly #found = new Map<string, { id: string; locked: boolean }>()

  constructor(platform: Platform, services: Services, connection: string | null) {
    this.#platform = platform
    this.#services = services
    this.#connection = connection
  }

  async make(): Promise<void> {
    const { badges } = this.#services
    const badgeIds = new Map<string, string>()
    for (const badge of demoBadges) badgeIds.set(badge.name, (await badges.ensure(caller, badge))._id)
    const people = await this.#platform.db.transaction().execute((tx) => ensureDemoPeople(tx, badgeIds))
    for (const kind of ['schema', 'component', 'pipeline'] as const) await this.#readTree(kind)
    for (const { name, file, folder } of demoSchemas) {
      const made = await this.#ensure('schema', folder, name, async (folderId) => {
        const jsonSchema = demoSchema(file, this.#schemas)
        return (await this.#services.schemas.save(caller, { name, folder: folderId, jsonSchema }))._id
      })
      this.#schemas.set(name, made)
    }
    const made = {
      schema: (name: string) => known(this.#schemas, name),
      component: (name: string) => known(this.#components, name),
    }
    for (const [name, id] of await ensureReadyMade(this.#platform)) this.#components.set(name, id)
    for (const component of demoComponents) {
      const { name } = component
      const id = await this.#ensure('component', component.folder, name, async (folder) => {
        return (await this.#services.components.save(caller, { name, folder, ...component.make(made) }))._id
      })
      this.#components.set(name, id)
    }
    for (const master of demoMasters) {
      const versions = await this.#makeFamily(master)
      if (master.name === 'Dealers') {
        await this.#services.pipelines.assign(caller, known(people, 'dana.dealer'), versions)
      }
    }
    const team = known(badgeIds, 'Catalogue team')
    const bikes = known(this.#folders, folderKey('pipeline', 'Bikes'))
    await this.#services.folders.setRules(caller, bikes, { read: [], write: [[team]] })
    await this.#publish()
    await this.#plan()
  }

  /** What answers calls and takes posts from the first start on. */
  async #publish(): Promise<void> {
    const { endpoints, listeners } = this.#services
    for (const { name, ...master } of demoMasters) {
      const id = known(this.#pipelines, name)
      if (master.endpoints && (await endpoints.get(caller, id)) === null) await endpoints.publish(caller, id)
      for (const country of master.countries.filter((each) => each.listeners)) {
        const version = known(this.#pipelines, countryName(name, country.locale))
        if ((await listeners.find(caller, version)) === null) await listeners.publish(caller, version)
      }
    }
  }

  async #plan(): Promise<void> {
    const planner: Caller = { ...caller, ...(await findDemoPerson(this.#platform.db, 'marc.manager')) }
    for (const { pipelines, repeatPattern } of demoPlans) {
      const [first, ...others] = pipelines.map((name) => known(this.#pipelines, name))
      if (first === undefined || (await hasDemoJob(this.#platform.db, first, 'repeat'))) continue
      const what = others.length === 0 ? { pipelineId: first } : { listPipelines: [first, ...others] }
      await this.#services.plans.start(planner, { ...what, kind: 'repeat', repeatPattern })
    }
  }

  async #makeFamily(master: DemoMaster): Promise<string[]> {
    const { db } = this.#platform
    const common = {
      brand: await ensureBrand(db, master.brand),
      productLine: await ensureProductLine(db, master.productLine),
      datakind: await ensureDatakind(db, master.datakind),
      dataSinks: demoSinks(master, this.#connection),
    }
    const { pipelines } = this.#services
    const masterId = await this.#ensure('pipeline', master.folder, master.name, async (folder) => {
      const locale = await this.#locale('en-US')
      const component = known(this.#components, master.component)
      const input = { ...common, name: master.name, folder, locale, component, isMaster: true }
      const { endpoints } = master
      return (await pipelines.save(caller, { ...input, endpoints, dataSources: masterSources(master) }))._id
    })
    this.#pipelines.set(master.name, masterId)
    const versions = [masterId]
    for (const country of master.countries) {
      const name = countryName(master.name, country.locale)
      const make = async (folder: string) => {
        const locale = await this.#locale(country.locale)
        const input = { ...common, name, folder, locale, isMaster: false, masterPipeline: masterId }
        const { listeners } = country
        return (await pipelines.save(caller, { ...input, listeners, dataSources: countrySources(master, country) }))._id
      }
      const id = await this.#ensure('pipeline', master.folder, name, make, country.draft !== true)
      this.#pipelines.set(name, id)
      versions.push(id)
    }
    return versions
  }

  #locale(label: string): Promise<string> {
    const [language = '', country = ''] = label.split('-')
    return ensureLocale(this.#platform.db, { language, country, name: localeNames[label] ?? label })
  }

  async #readTree(kind: DocKind): Promise<void> {
    const read = (node: TreeNode, folder: string): void => {
      const [newest] = node.versions ?? []
      if (newest !== undefined) {
        this.#found.set(`${folderKey(kind, folder)}/${node.label}`, { id: newest._id, locked: newest.vLocked })
      }
      if (node.type === 'folder') this.#folders.set(folderKey(kind, node.label), node.value)
      for (const child of node.children ?? []) read(child, node.label)
    }
    for (const root of await this.#services.folders.tree(caller, kind)) {
      for (const child of root.children ?? []) read(child, '')
    }
  }

  /** The document of that name in the folder, made if it is not there, then locked. */
  async #ensure(
    kind: DocKind,
    folder: string,
    name: string,
    make: (folderId: string) => Promise<string>,
    locked = true,
  ): Promise<string> {
    const key = folderKey(kind, folder)
    if (!this.#folders.has(key)) {
      const made = await this.#services.folders.create(caller, { name: folder, kind, parent: null })
      this.#folders.set(key, made.id)
    }
    const found = this.#found.get(`${key}/${name}`)
    const id = found?.id ?? (await make(known(this.#folders, key)))
    if (locked && found?.locked !== true) await this.#services.versions.lock(caller, kind, { id })
    return id
  }
}

const folderKey = (kind: DocKind, folder: string): string => `${kind}/${folder}`

function known(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name)
  if (id === undefined) throw new Error(`the demo needs ${name} before it is made`)
  return id
}
