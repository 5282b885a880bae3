import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AccessChange, type AccessPreview, needsAssignment } from '@millrace/contract'
import type { Rights } from '../kernel/rights.ts'
import { rightsInEach } from './rights-of-person.ts'
import type { PermissionItem } from './permission-items.ts'
import type { Person } from './people.repository.ts'

/** A person as they are and as they would be. */
export type PersonChange = { before: Person; after: Person }
/** Items as they are and as they would be, in the same order. */
export type ItemsChange = { before: readonly PermissionItem[]; after: readonly PermissionItem[] }

const maxChanges = 200
/** Other calls get their turn at least this often. */
const turnMs = 20

type Shift = 'gains' | 'loses' | null
const shift = (before: boolean, after: boolean): Shift => (before === after ? null : after ? 'gains' : 'loses')

/** Who gains and who loses what; people and items come out in the order they were given, those who lose first. */
export async function accessChanges(people: readonly PersonChange[], items: ItemsChange): Promise<AccessPreview> {
  const lost: AccessChange[] = []
  const won: AccessChange[] = []
  const counts = { gains: 0, loses: 0 }
  const changedPeople = new Set<string>()
  const changedItems = new Set<string>()
  let since = performance.now()
  for (const person of people) {
    const before = rightsInEach(person.before, items.before)
    const after = rightsInEach(person.after, items.after)
    items.after.forEach((item, n) => {
      const change = changeOf(before[n], after[n])
      if (change === null || isOnlyWay(person, item)) return
      const loses = change.read === 'loses' || change.write === 'loses'
      counts[loses ? 'loses' : 'gains']++
      changedPeople.add(person.after.userId)
      changedItems.add(item.key)
      const kept = loses ? lost : won
      if (kept.length < maxChanges) kept.push({ user: userOf(person.after), item: itemOf(item), ...change })
    })
    if (performance.now() - since > turnMs) {
      await nextTurn()
      since = performance.now()
    }
  }
  const changes = [...lost, ...won].slice(0, maxChanges)
  return { changes, ...counts, people: changedPeople.size, items: changedItems.size }
}

/** Folders are no more than the way to pipelines for role user, which are told of themselves. */
const isOnlyWay = ({ before, after }: PersonChange, item: PermissionItem): boolean =>
  item.type === 'folder' && needsAssignment(before.role) && needsAssignment(after.role)

function changeOf(before: Rights | undefined, after: Rights | undefined): { read: Shift; write: Shift } | null {
  if (before === undefined || after === undefined) return null
  if (before.sees === after.sees && before.writes === after.writes) return null
  return { read: shift(before.sees, after.sees), write: shift(before.writes, after.writes) }
}

const userOf = ({ userId, userName, firstName, lastName, role }: Person): AccessChange['user'] => ({
  _id: userId,
  userName,
  firstName,
  lastName,
  role,
})
const itemOf = ({ type, id, name, path }: PermissionItem): AccessChange['item'] => ({ type, id, name, path })
