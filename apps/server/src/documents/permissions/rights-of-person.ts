import { needsAssignment } from '@millrace/contract'
import { noRights, type Rights, rightsOf, type StepListener } from '../kernel/rights.ts'
import { isDealerKind } from '../pipelines/pipelines.access.ts'
import type { PermissionItem } from './permission-items.ts'
import type { Person } from './people.repository.ts'

/** What the person may do with the item, by the function that enforces it. `onStep` hears of each rule. */
export function rightsIn(person: Person, item: PermissionItem, onStep?: StepListener): Rights {
  const userPipeline =
    item.type === 'pipeline' && needsAssignment(person.role)
      ? { assigned: person.assigned.has(item.key), dealer: isDealerKind(item.datakind) }
      : null
  return rightsOf(person, item.own, item.aboveRules, item.anyLocked, userPipeline, onStep)
}

/**
 * The rights in each of the items, in their order, as the person's account allows: none while it is switched off. Role
 * user sees a folder as the way to a pipeline below it that they see, and always the root of the pipelines (D-131).
 */
export function rightsInEach(person: Person, items: readonly PermissionItem[]): Rights[] {
  if (!person.isActive) return items.map(() => noRights)
  if (!needsAssignment(person.role)) return items.map((item) => rightsIn(person, item))
  const rights = items.map((item) => (item.type === 'pipeline' ? rightsIn(person, item) : noRights))
  const ways = new Set<string>()
  items.forEach((item, n) => {
    if (rights[n]?.sees) for (const folder of item.above) ways.add(folder.key)
  })
  return items.map((item, n) => (leads(item, ways) ? { ...noRights, sees: true } : (rights[n] ?? noRights)))
}

const leads = (item: PermissionItem, ways: ReadonlySet<string>): boolean =>
  item.type === 'folder' && (ways.has(item.key) || (item.kind === 'pipeline' && item.above.length === 0))
