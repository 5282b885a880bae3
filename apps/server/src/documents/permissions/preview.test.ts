import type { Role, Rule } from '@millrace/contract'
import { expect, it } from 'vitest'
import { type PermissionItem, placedBelow } from './permission-items.ts'
import type { Person } from './people.repository.ts'
import { accessChanges } from './preview.ts'

const badges = Array.from({ length: 40 }, (_, n) => `badge ${n}`)
const person = (n: number, role: Role): Person => ({
  userId: `user ${n}`,
  userName: `user.${n}`,
  firstName: 'User',
  lastName: `${n}`,
  role,
  badges: new Set(badges.filter((_, i) => (n + i) % 3 === 0)),
  unrestrictedUpload: true,
  sessionId: '',
  isActive: true,
  adminBadges: [],
  assigned: new Set(Array.from({ length: 1000 }, (_, i) => `document ${i}`)),
})
const folder = (key: string, above: PermissionItem[], read: Rule): PermissionItem => ({
  type: 'folder',
  kind: 'pipeline',
  key,
  id: key,
  name: key,
  path: key,
  own: { read, write: [] },
  ...placedBelow(above),
  anyLocked: false,
  datakind: null,
})
const leaf = (n: number, above: PermissionItem[]): PermissionItem => ({
  ...folder(`document ${n}`, above, [[badges[n % 40] ?? '', badges[(n + 3) % 40] ?? ''], [badges[(n + 1) % 40] ?? '']]),
  type: 'pipeline',
  anyLocked: n % 2 === 0,
})
/** A folder four levels down with a thousand documents in it. */
function tree(read: Rule): PermissionItem[] {
  const top = folder('top', [], [])
  const one = folder('one', [top], [[badges[0] ?? ''], [badges[1] ?? ''], [badges[2] ?? '']])
  const two = folder('two', [one, top], [])
  const changed = folder('three', [two, one, top], read)
  return [changed, ...Array.from({ length: 1000 }, (_, n) => leaf(n, [changed, two, one, top]))]
}

const roles: Role[] = ['user', 'manager', 'admin']
const people = Array.from({ length: 500 }, (_, n) => person(n, roles[n % 3] ?? 'user'))
const everybody = people.map((one) => ({ before: one, after: one }))

it('of 1,000 documents and 500 people counts every change, tells of 200, and lets others have their turn', async () => {
  let turns = 0
  const others = setInterval(() => turns++, 5)
  const start = process.cpuUsage()
  const preview = await accessChanges(everybody, { before: tree([]), after: tree([[badges[0] ?? '']]) })
  const { user, system } = process.cpuUsage(start)
  clearInterval(others)
  console.log(
    `preview of 1,000 documents and 500 people: ${Math.round((user + system) / 1000)} ms of processor, ${turns} turns of others`,
  )
  // Of each three people one keeps the badge that the folder now asks for; the others lose what they had.
  expect(preview.gains).toBe(0)
  expect(preview.loses).toBeGreaterThan(100_000)
  expect(preview.changes).toHaveLength(200)
  expect(preview.items).toBeGreaterThan(900)
  expect(preview.people).toBe(people.filter(({ badges: held }) => !held.has('badge 0')).length)
  expect(turns).toBeGreaterThan(0)
  expect(preview.changes.every((change) => change.read === 'loses')).toBe(true)
})

it('tells of those who lose first, and of nobody whose rights stay', async () => {
  const [first, second] = [person(0, 'manager'), person(1, 'manager')]
  const items = (read: Rule) => [folder('only', [], read)]
  const changes = await accessChanges(
    [first, second].map((one) => ({ before: one, after: one })),
    { before: items([['badge 0']]), after: items([['badge 2']]) },
  )
  expect(first?.badges.has('badge 0')).toBe(true)
  expect(changes.changes.map(({ user, read, write }) => [user._id, read, write])).toEqual([
    ['user 0', 'loses', 'loses'],
    ['user 1', 'gains', 'gains'],
  ])
  expect(changes).toMatchObject({ gains: 1, loses: 1, people: 2, items: 1 })
  const same = await accessChanges([{ before: first, after: first }], { before: items([]), after: items([]) })
  expect(same).toEqual({ changes: [], gains: 0, loses: 0, people: 0, items: 0 })
})
