import { managesEverybody, type Role } from '../roles.ts'

/** What the scope rule asks of the acting person. `adminBadges` are the ids of their admin badges. */
export type ActingPerson = { userId: string; role: Role; adminBadges: ReadonlySet<string> }
/** What the scope rule asks of the person acted upon. */
export type TargetPerson = { userId: string; role: Role; adminBadges: readonly string[] }

const assignable: Record<Role, readonly Role[]> = {
  'super-admin': ['user', 'manager', 'admin', 'super-admin'],
  admin: ['user', 'manager'],
  manager: ['user'],
  user: [],
}

/** Roles a person may give to others (PRM-015, PRM-016, D-33). */
export const assignableRoles = (role: Role): readonly Role[] => assignable[role]

const sharesBadge = (actor: ActingPerson, badges: readonly string[]): boolean =>
  badges.some((badge) => actor.adminBadges.has(badge))

/** Whether the acting person may change that person (D-33 to D-35): nobody else exists for them, but themselves. */
export function mayManage(actor: ActingPerson, target: TargetPerson): boolean {
  if (managesEverybody(actor.role)) return true
  return assignable[actor.role].includes(target.role) && sharesBadge(actor, target.adminBadges)
}

/** Whether the person is in the acting person's list: whom they may manage, and themselves (D-34). */
export const isListed = (actor: ActingPerson, target: TargetPerson): boolean =>
  actor.userId === target.userId || mayManage(actor, target)

/** A saved person must hold an admin badge that the acting person holds; a super-admin is exempt (USR-024, PRM-015, D-32). */
export const staysInScope = (actor: ActingPerson, adminBadges: readonly string[]): boolean =>
  managesEverybody(actor.role) || sharesBadge(actor, adminBadges)
