import {
  type Component,
  type ComponentInput,
  emptyObjectText,
  type Hierarchy,
  invalid,
  type ListItem,
  notFound,
  texts,
} from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { resolveAddresses } from '../schemas/schema-store.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listDocuments, seenVersions } from '../kernel/document-lists.ts'
import { refuseContents } from '../kernel/only-empty-documents.ts'
import { reachableFrom, type Reference } from '../kernel/versions/references.reads.ts'
import { createDocument, type Draft, openForSave, storeDraft } from '../kernel/versions/save-version.ts'
import { filterSeen, versionRights } from '../kernel/rights-of-items.ts'
import { findVersions, type VersionRow, versionsOf } from '../kernel/versions/versions.reads.ts'
import { type ComponentContent, emptyComponent, parseComponentContent } from './component.content.ts'
import { componentHierarchy } from './component-hierarchy.ts'
import { presentComponent } from './components.presenter.ts'
import { holdComponentSaves } from './components.repository.ts'
import { completeLinks } from './link-schemas.ts'
import { seenComponent } from './seen-component.ts'

export type ComponentsService = ReturnType<typeof createComponentsService>

/** What the saved component will be: the input laid over what was stored, completed and checked. */
async function draftOf(
  tx: Connection,
  caller: Caller,
  documentId: string | null,
  before: ComponentContent,
  input: ComponentInput,
): Promise<Draft> {
  const instances = input.instances ?? before.instances
  const used = await usedComponents(tx, caller, documentId, before, instances)
  const ports = new Map(used.map((row) => [row.id, parseComponentContent(row.content)]))
  const kind = input.kind ?? before.kind
  const inputs = input.inputs ?? before.inputs
  const outputs = input.outputs ?? before.outputs
  const text = (given: string | undefined, old: string) =>
    (given ?? old).trim() === '' ? emptyObjectText : (given ?? old)
  const content: ComponentContent = {
    format: 1,
    description: input.description ?? before.description,
    kind,
    testPayload: text(input.testPayload, before.testPayload),
    testContext: text(input.testContext, before.testContext),
    inputs,
    outputs,
    instances,
    links: completeLinks({ kind, inputs, outputs, instances }, input.links ?? before.links, ports),
    jsCode: input.jsCode ?? before.jsCode,
    isDB: input.isDB ?? before.isDB,
    isIO: input.isIO ?? before.isIO,
    addresses: await resolveAddresses(tx, caller, [inputs, outputs], before.addresses),
  }
  const references: Reference[] = [
    ...used.map((row): Reference => ({ to: row.id, role: 'instance' })),
    ...Object.values(content.addresses).map((to): Reference => ({ to, role: 'schema' })),
  ]
  return { content, references }
}

/** The versions that instances stand for: 40400 for unknown and unseen ones, 40000 when one contains this document. */
async function usedComponents(
  tx: Connection,
  caller: Caller,
  documentId: string | null,
  before: ComponentContent,
  instances: ComponentContent['instances'],
): Promise<VersionRow[]> {
  const ids = [...new Set(instances.map((instance) => instance.instanceOf))]
  const rows = (await findVersions(tx, ids)).filter((row) => row.kind === 'component')
  const kept = new Set(before.instances.map((instance) => instance.instanceOf))
  const seen = new Set((await filterSeen(tx, caller, rows)).map((row) => row.id))
  if (rows.length < ids.length || rows.some((row) => !seen.has(row.id) && !kept.has(row.id))) throw notFound()
  if (documentId !== null) {
    const deep = await findVersions(tx, await reachableFrom(tx, ids, ['instance']))
    if ([...rows, ...deep].some((row) => row.documentId === documentId)) throw invalid(texts.componentContainsItself)
  }
  return rows
}

export function createComponentsService(platform: Platform) {
  const { db } = platform

  async function present(connection: Connection, caller: Caller, row: VersionRow): Promise<Component> {
    const rights = await versionRights(connection, caller, row)
    return presentComponent(row, rights, await versionsOf(connection, row.documentId))
  }

  /** What `save` does, inside another's transaction. */
  async function saveIn(tx: Connection, caller: Caller, input: ComponentInput): Promise<Component> {
    refuseContents(caller, input)
    await holdComponentSaves(tx)
    const { _id } = input
    if (_id === undefined) {
      const draft = await draftOf(tx, caller, null, emptyComponent, input)
      return present(tx, caller, await createDocument(tx, caller, 'component', input, draft))
    }
    const row = await openForSave(tx, caller, 'component', { _id, sys_version: input.sys_version })
    const draft = await draftOf(tx, caller, row.documentId, parseComponentContent(row.content), input)
    return present(tx, caller, await storeDraft(tx, caller, row, input, draft))
  }

  return {
    saveIn,

    /**
     * POST /components: creates without `_id`, else saves that draft; absent fields are left as they were.
     * Diagram errors do not keep it from being saved (D-109).
     */
    save: (caller: Caller, input: ComponentInput): Promise<Component> =>
      db.transaction().execute((tx) => saveIn(tx, caller, input)),

    /** GET /components: those of these versions that the caller sees, in the order asked. */
    async findEach(caller: Caller, ids: readonly string[]): Promise<Component[]> {
      const rows = await seenVersions(db, caller, 'component', ids)
      return Promise.all(rows.map((row) => present(db, caller, row)))
    },

    /** GET /components/list */
    list: (caller: Caller): Promise<ListItem[]> => listDocuments(db, caller, 'component'),

    /** GET /components/{id}/dependencies: what uses the component, at any depth. */
    dependencies: (caller: Caller, id: string): Promise<Hierarchy> => componentHierarchy(db, caller, id),

    /** GET /components/find: 40400 when unknown or unseen. */
    async find(caller: Caller, id: string): Promise<Component> {
      const { row } = await seenComponent(db, caller, id)
      return present(db, caller, row)
    },
  }
}
