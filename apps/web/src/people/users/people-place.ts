import type { User } from '@millrace/contract'
import { readSort, type Sort } from '../../ui/sorting.ts'

export const sortable = ['userName', 'email', 'role', 'admin', 'project', 'lastSeen', 'active'] as const
export type SortColumn = (typeof sortable)[number]

/**
 * Search, order, selection and open person of the Users screen, kept in the address. `open` is an id or 'new', `like` the id
 * of whom a new person is to be like.
 */
export type PeoplePlace = {
  text: string
  sort: Sort<SortColumn> | null
  picked: ReadonlySet<string>
  open: string | null
  like: string | null
}

export const newPerson = 'new'

/** Longer selections stay out of the address: browsers and proxies cut long ones. */
const maxPickedIds = 60
export const many = 'many'

export function readPeoplePlace(search: Record<string, unknown>): PeoplePlace {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  return {
    text: text('q'),
    sort: readSort(text('sort'), sortable),
    picked: new Set(
      text('people')
        .split(',')
        .filter((id) => id !== ''),
    ),
    open: text('user') || null,
    like: text('like') || null,
  }
}

/** `'many'` for a selection that is too long for an address. */
export const writePicked = (picked: ReadonlySet<string>): string | null =>
  picked.size === 0 ? null : picked.size > maxPickedIds ? many : [...picked].join(',')

const haystacks = new WeakMap<User, string>()
function haystackOf(user: User): string {
  const known = haystacks.get(user)
  if (known !== undefined) return known
  const text = [user.firstName, user.lastName, user.userName, user.email, user.role].join('\n').toLowerCase()
  haystacks.set(user, text)
  return text
}

/** People whose first name, last name, user name, email or role have each word of the text (USR-008). */
export function searchPeople(people: readonly User[], text: string): User[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return people.filter((user) => words.every((word) => haystackOf(user).includes(word)))
}

const names = (tags: readonly { name: string }[]): string => tags.map(({ name }) => name).join(', ')
const keys: Record<SortColumn, (user: User) => string> = {
  userName: ({ userName }) => userName,
  email: ({ email }) => email,
  role: ({ role }) => role,
  admin: ({ admin_tags }) => names(admin_tags),
  project: ({ project_tags }) => names(project_tags),
  lastSeen: ({ lastSeenDate }) => lastSeenDate ?? '',
  active: ({ isActive }) => (isActive ? '0' : '1'),
}
const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** In the order of a column; without a value last, whichever way the order goes. Null keeps the order as it came. */
export function sortPeople(people: readonly User[], sort: Sort<SortColumn> | null): readonly User[] {
  if (sort === null) return people
  const keyed = people.map((user) => ({ user, key: keys[sort.by](user) }))
  keyed.sort((a, b) => {
    if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '')
    return compare(a.key, b.key) * (sort.down ? -1 : 1)
  })
  return keyed.map(({ user }) => user)
}
