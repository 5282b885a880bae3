import type { DocKind } from './documents/documents.messages.ts'

export const roles = ['user', 'manager', 'admin', 'super-admin'] as const
/** Each person has exactly one (USR-001, USR-002). */
export type Role = (typeof roles)[number]

/** The groups of roles that the policies of calls, live models and screens name. */
export const roleGroups = {
  all: roles,
  /** Who uploads, imports and exports (PRM-001, PRM-003). */
  operators: ['user', 'manager', 'super-admin'],
  /** Who consults imports and opens documents (PRM-004, D-130). */
  consult: ['manager', 'super-admin'],
  /** Who has the explorers (PRM-009) and the Users screen (PRM-005). */
  explorers: ['manager', 'admin', 'super-admin'],
  /** Who manages jobs (PRM-002) and the badges of documents (PRM-014). */
  jobManagers: ['admin', 'super-admin'],
  superAdmin: ['super-admin'],
} as const satisfies Record<string, readonly Role[]>

const isOneOf = (role: Role, group: readonly Role[]): boolean => group.includes(role)

// What sets one role apart from the others. Code outside the contract asks these questions and compares no names.

/** Whether badge rules never hold the person back (PRM-020). */
export const seesEverything = (role: Role): boolean => role === 'super-admin'

/** Whether the person may change documents of which a version is locked (PRM-023, D-96). */
export const mayChangeLocked = (role: Role): boolean => role === 'super-admin'

/** Whether everybody is in the person's scope, whatever badges they share (PRM-015, D-34). */
export const managesEverybody = (role: Role): boolean => role === 'super-admin'

/** Whether the person may give and take badges that they do not hold (D-32). */
export const mayGiveAnyBadge = (role: Role): boolean => role === 'super-admin'

/** Whether hidden badges are listed and offered (D-44). */
export const seesHiddenBadges = (role: Role): boolean => role === 'super-admin'

/** Whether trees show the badge rules of their items (D-51). */
export const seesBadgeRules = (role: Role): boolean => isOneOf(role, roleGroups.jobManagers)

/** Whether published endpoints and listeners whose pipeline is gone are shown, to be un-published (D-137). */
export const seesEndpointsWithoutPipeline = (role: Role): boolean => isOneOf(role, roleGroups.jobManagers)

/** Whether documents can be opened beside their explorer (PRM-009, D-130). */
export const mayOpenDocuments = (role: Role): boolean => isOneOf(role, roleGroups.consult)

/** Whether the role may open the tree of that kind at all (PRM-009, D-131). */
export const mayOpenTree = (role: Role, kind: DocKind): boolean => kind === 'pipeline' || role !== 'user'

/**
 * Whether the person sees only pipelines that are assigned to them (D-39), of the data kinds they may use (D-58), and
 * folders only as the way to those (D-131).
 */
export const needsAssignment = (role: Role): boolean => role === 'user'

/** Whether versions are shown and chosen, drafts among them; others get the version to use (PIC-004, PIC-012, D-54). */
export const seesVersions = (role: Role): boolean => role !== 'user'

/** Whether the person may plan repeated imports (PRM-018, IMP-032). */
export const mayRepeat = (role: Role): boolean => role !== 'user'
