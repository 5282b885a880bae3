import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { ApiError, codes } from '@millrace/contract'
import type { Platform } from '../../platform/platform.ts'
import { type Caller, systemCaller } from '../../platform/http/caller.ts'
import type { demoUserNames } from '../../people/users/demo-password.ts'
import type { IncomingPart } from '../../work/uploads/incoming.ts'
import { newestSources } from '../../work/uploads/uploads.reads.ts'
import type { Services } from '../services.ts'
import { type DemoFile, demoFiles } from './demo-files.ts'
import { countryName } from './demo-pipelines.ts'
import { awaitsDemoImports, findDemoPerson, hasDemoJob, markDemoImportsStarted } from './demo.repository.ts'

const demoImportsQueue = 'demo.imports'
/** Files are checked within a second or two; a slow machine is looked at again until they are. */
const againAfterMs = 1000

type FirstImport = { by: (typeof demoUserNames)[number]; master: string; countries: string[]; files: DemoFile[] }

const filesOf = (...pipelines: string[]): DemoFile[] => demoFiles.filter(({ pipeline }) => pipelines.includes(pipeline))
const germanDealers = countryName('Dealers', 'de-DE')
const registry = countryName('EPA registry', 'en-US')
const germanBikes = countryName('Bikes catalogue', 'de-DE')
const spanishBikes = countryName('Bikes catalogue', 'es-ES')

/** What has run when a newcomer looks: all well, records left out, and one that fails because nobody sent its file. */
const firstImports: readonly FirstImport[] = [
  { by: 'dana.dealer', master: 'Dealers', countries: [germanDealers], files: filesOf(germanDealers) },
  { by: 'marc.manager', master: 'EPA registry', countries: [registry], files: filesOf(registry) },
  {
    by: 'marc.manager',
    master: 'Bikes catalogue',
    countries: [germanBikes, spanishBikes],
    files: filesOf('Bikes catalogue', spanishBikes),
  },
]

type DemoPlatform = Pick<Platform, 'db' | 'queue' | 'settings' | 'log'>
type DemoServices = Pick<Services, 'access' | 'uploads' | 'starts'>

/** Queues the first imports of a demo that was just made; the start does not wait for them. */
export async function queueDemoImports({ db, queue, settings }: DemoPlatform): Promise<void> {
  if (settings.demoImports && (await awaitsDemoImports(db))) await queue.send(demoImportsQueue, {})
}

/** Sends the demo's files and imports them, as the people of the demo would do, through the services they use. */
export async function startDemoImportWorkers(platform: DemoPlatform, services: DemoServices): Promise<void> {
  const { db, queue, log } = platform
  await queue.work(demoImportsQueue, { concurrency: 1 }, async () => {
    if (!(await awaitsDemoImports(db))) return
    let areChecked = true
    for (const one of firstImports) {
      try {
        if (!(await startFirst(platform, services, one))) areChecked = false
      } catch (error) {
        // People may have changed or started what it needs; the demo is none the worse for it. Any other fault is tried again.
        if (!(error instanceof ApiError)) throw error
        log.info({ err: error, pipeline: one.master }, 'a first import of the demo was left out')
      }
    }
    if (areChecked) await markDemoImportsStarted(db)
    else await queue.send(demoImportsQueue, {}, { startAfter: new Date(Date.now() + againAfterMs) })
  })
}

/** Goes one step on: files first, the import once they are checked. @returns whether nothing is left to do */
async function startFirst({ db }: DemoPlatform, services: DemoServices, one: FirstImport): Promise<boolean> {
  const person = await findDemoPerson(db, one.by)
  // Removed again: nobody to do it.
  if (person === null) return true
  const caller: Caller = { ...systemCaller, ...person }
  const ids = new Map((await services.access.picker(caller)).map((item) => [item.name, item._id]))
  const idOf = (name: string): string => {
    const id = ids.get(name)
    if (id === undefined) throw new ApiError(codes.notFound, `There is no pipeline ${name}`)
    return id
  }
  const master = idOf(one.master)
  if (await hasDemoJob(db, master, 'sequential')) return true
  let areChecked = true
  for (const file of one.files) {
    const { pipelineId } = await services.access.seen(caller, idOf(file.pipeline))
    const sent = (await newestSources(db, pipelineId)).get(file.dataSubKind)
    if (sent === undefined) await services.uploads.send(caller, partsOf(idOf(file.pipeline), file))
    if (sent === undefined || sent.status === 'validating') areChecked = false
  }
  if (!areChecked) return false
  await services.starts.runAll(caller, { pipelineId: master, listPipelines: one.countries.map(idOf) })
  return true
}

async function* partsOf(pipelineId: string, { dataSubKind, path }: DemoFile): AsyncGenerator<IncomingPart> {
  yield { kind: 'field', name: 'pipelineId', value: pipelineId }
  yield { kind: 'file', name: dataSubKind, fileName: basename(path), stream: createReadStream(path) }
}
