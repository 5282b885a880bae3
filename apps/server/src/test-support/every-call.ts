import { type CallName, calls, mayCall, policy, type Role, roleGroups, roles } from '@millrace/contract'
import { mixedMessages, otherMessages } from './call-messages.ts'

/**
 * Which objects a message names: 'own' ones the caller may use, 'foreign' ones the caller does not see, 'missing' ones
 * that were never made, 'unwritable' ones that the caller sees and may not change, and own ones beside others.
 */
export type NamedObjects = 'own' | 'foreign' | 'missing' | 'unwritable' | 'own and foreign' | 'own and missing'

export type MatrixCase = {
  call: CallName
  /** What the message names, where the call takes several kinds of things; '' for the usual one. */
  variant: string
  /** Who calls; null is nobody. */
  role: Role | null
  objects: NamedObjects
  expected: 'allowed' | 'no session' | 'forbidden' | 'not found'
}

/** Rules whose calls name objects one by one; super-admin sees every object, so none is foreign to them. */
const namesObjects = (call: CallName): boolean => /^(sees|writes|manages) /.test(policy[call].object)

/** Calls that change the folder or document they name, which seeing it does not allow. */
const changesItem = (call: CallName): boolean => policy[call].object.startsWith('writes ')

/**
 * Calls that ask of some messages more than the role of the policy: contents of documents are for who opens them (D-130).
 * By call and variant.
 */
const narrowed: Record<string, readonly Role[]> = {
  'GET /schemas/byname': roleGroups.consult,
  'POST /schemas a draft': roleGroups.consult,
  'POST /components a draft': roleGroups.consult,
  'POST /pipelines a draft': roleGroups.consult,
}

/** What the policy says of the case; the object rule is asked only of those who have the role. */
function expectedOf(call: CallName, variant: string, role: Role | null, objects: NamedObjects): MatrixCase['expected'] {
  if (policy[call].roles === 'public') return 'allowed'
  if (role === null) return 'no session'
  if (!mayCall(role, call)) return 'forbidden'
  if (narrowed[`${call} ${variant}`.trim()]?.includes(role) === false) return 'forbidden'
  if (objects === 'own') return 'allowed'
  return objects === 'unwritable' ? 'forbidden' : 'not found'
}

/**
 * Every call with every role and nobody, on all kinds of objects, with what the policy says of it. Nobody is asked for
 * a session before anything else, so for them one object is enough; a super-admin finds nothing foreign or unwritable.
 */
export function everyCallWithEveryRole(): MatrixCase[] {
  return (Object.keys(calls) as CallName[]).flatMap((call) => {
    const named: NamedObjects[] = namesObjects(call) ? ['own', 'foreign', 'missing'] : ['own']
    if (changesItem(call)) named.push('unwritable')
    const mixed: NamedObjects[] = mixedMessages[call] ? ['own and foreign', 'own and missing'] : []
    const of = (variant: string, objects: readonly NamedObjects[]) =>
      [null, ...roles].flatMap((role) =>
        objects
          .filter((which) => role !== null || which === 'own')
          .filter((which) => role !== 'super-admin' || (!which.includes('foreign') && which !== 'unwritable'))
          .map(
            (which): MatrixCase => ({
              call,
              variant,
              role,
              objects: which,
              expected: expectedOf(call, variant, role, which),
            }),
          ),
      )
    return [
      ...of('', [...named, ...mixed]),
      ...Object.keys(otherMessages[call] ?? {}).flatMap((variant) => of(variant, named)),
    ]
  })
}
