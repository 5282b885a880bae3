import {
  type AccessPreview,
  type Explanation,
  invalid,
  notFound,
  type ParsedBody,
  type ParsedQuery,
  type Rule,
  passesRule,
  type TaggedType,
  texts,
} from '@millrace/contract'
import { badgeRows } from '../../people/badges/badges.reads.ts'
import { presentBadge } from '../../people/badges/badges.service.ts'
import { mustBeProjectBadges } from '../../people/badges/project-badges.ts'
import type { Connection } from '../../platform/database/database.ts'
import { checkedRules } from '../kernel/badges/badge-rules.ts'
import { mustHold } from '../kernel/rights.ts'
import { isDealerKind } from '../pipelines/pipelines.access.ts'
import { pipelineOfVersion } from '../pipelines/pipelines.reads.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { pipelinesToStore } from '../../people/users/user-pipelines.ts'
import { decidingStep, type ExplainedStep, explainRights } from './explain.ts'
import { rightsIn } from './rights-of-person.ts'
import { allPermissionItems, type PermissionItem, findPermissionItem, placedBelow } from './permission-items.ts'
import { listedPeople, listedPerson } from './people.ts'
import type { Person } from './people.repository.ts'
import { accessChanges } from './preview.ts'

export type PermissionsService = ReturnType<typeof createPermissionsService>

/** Why somebody may or may not do something, and what saving badges would change. Nothing here stores anything. */
export function createPermissionsService(platform: Pick<Platform, 'db'>) {
  const { db } = platform

  async function seenItem(caller: Caller, type: TaggedType, id: string) {
    const found = await findPermissionItem(db, type, id)
    if (found === undefined) throw notFound()
    mustHold.sees(rightsIn(asPerson(caller), found.item))
    return found
  }

  return {
    /** 40400 unless the person is in the caller's scope and the caller sees the item. */
    async explain(caller: Caller, query: ParsedQuery<'GET /permissions/explain'>): Promise<Explanation> {
      const { kind, action } = query
      if (kind !== 'pipeline' && ['upload', 'import', 'export'].includes(action)) {
        throw invalid(texts.onlyPipelinesRun)
      }
      const person = await listedPerson(db, caller, query.userId)
      const { item, tree } = await seenItem(caller, kind, query.id)
      const asked = kind === 'pipeline' ? await asVersion(db, item, query.id) : item
      const { allowed, steps } = explainRights(person, asked, action, tree)
      const described = await withTags(db, person, steps)
      const decided = described[steps.indexOf(decidingStep(steps))]
      if (decided === undefined) throw new Error('a decision without any rule')
      return { allowed, rule: decided.rule, groups: decided.groups, steps: described }
    },

    /** What these rules on a folder or document would change, for all below a folder. */
    async previewDocument(
      caller: Caller,
      { id, type, tags }: ParsedBody<'POST /permissions/preview-document'>,
    ): Promise<AccessPreview> {
      const { item, tree } = await seenItem(caller, type, id)
      const { read, write } = await checkedRules(db, tags)
      const changed: PermissionItem = { ...item, own: { ...item.own, read, write } }
      const before = seenBy(caller, tree).filter((entry) => entry === item || entry.above.includes(item))
      const after = before.map((entry) =>
        entry === item
          ? changed
          : { ...entry, ...placedBelow(entry.above.map((folder) => (folder === item ? changed : folder))) },
      )
      const listed = await listedPeople(db, caller)
      // Whoever passes the item's own rules as before keeps all rights below it.
      const touched = listed.filter((person) =>
        [item.own.read, item.own.write].some(
          (rule, n) => passesRule(rule, person.badges) !== passesRule([read, write][n] ?? [], person.badges),
        ),
      )
      return accessChanges(
        touched.map((person) => ({ before: person, after: person })),
        { before, after },
      )
    },

    /** What these changes of a person would change for them. */
    async previewUser(caller: Caller, body: ParsedBody<'POST /permissions/preview-user'>): Promise<AccessPreview> {
      const person = await listedPerson(db, caller, body.userId)
      if (body.project_tags !== undefined) await mustBeProjectBadges(db, body.project_tags)
      const items = seenBy(caller, await allPermissionItems(db))
      const after: Person = {
        ...person,
        role: body.role ?? person.role,
        isActive: body.isActive ?? person.isActive,
        unrestrictedUpload: body.unrestrictedUpload ?? person.unrestrictedUpload,
        badges: body.project_tags === undefined ? person.badges : new Set(body.project_tags),
        assigned: await assignedWith(db, person, items, body.pipelinePermissions),
      }
      return accessChanges([{ before: person, after }], { before: items, after: items })
    },
  }
}

/** The caller as one of those who are judged; role user makes none of these calls. */
const asPerson = (caller: Caller): Person => ({ ...caller, isActive: true, adminBadges: [], assigned: new Set() })

function seenBy(caller: Caller, items: readonly PermissionItem[]): PermissionItem[] {
  const person = asPerson(caller)
  return items.filter((item) => rightsIn(person, item).sees)
}

/** A version of a data kind of its own is judged by that besides (D-58). */
async function asVersion(db: Connection, item: PermissionItem, versionId: string): Promise<PermissionItem> {
  const version = await pipelineOfVersion(db, versionId)
  return version === undefined || !isDealerKind(item.datakind) ? item : { ...item, datakind: version.datakind }
}

/** Pipelines the person would have, worked out as saving them does. */
async function assignedWith(
  db: Connection,
  { assigned }: Person,
  seen: readonly PermissionItem[],
  permissions: Readonly<Record<string, boolean>> | undefined,
): Promise<ReadonlySet<string>> {
  if (permissions === undefined) return assigned
  const pipelines = new Set(seen.filter(({ type }) => type === 'pipeline').map(({ key }) => key))
  const stored = [...assigned].map((documentId) => ({ documentId, isActive: true }))
  const wanted = await pipelinesToStore(db, pipelines, stored, permissions)
  return new Set(wanted.filter(({ isActive }) => isActive).map(({ documentId }) => documentId))
}

async function withTags(db: Connection, person: Person, steps: readonly ExplainedStep[]) {
  const named = [...new Set(steps.flatMap((step) => step.groups.flat()))]
  const rows = named.length === 0 ? [] : await badgeRows(db, named)
  const tags = new Map(rows.map((row) => [row.id, presentBadge(row)]))
  const group = (ids: Rule[number]) => ({
    tags: ids.flatMap((id) => tags.get(id) ?? []),
    held: ids.length > 0 && ids.every((id) => person.badges.has(id)),
  })
  return steps.map((step) => ({ ...step, groups: step.groups.map(group) }))
}
