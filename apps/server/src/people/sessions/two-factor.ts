import type { TfaState } from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { endChallengesOf } from './challenges.repository.ts'
import { holdUser, removeFactor } from './two-factor.repository.ts'

/** What holds for the person: where everybody is asked for a second factor, who has none is 'required' (D-17). */
export const tfaStateOf = ({ requireTfa }: Pick<Settings, 'requireTfa'>, stored: TfaState): TfaState =>
  requireTfa && stored === 'off' ? 'required' : stored

/**
 * Wipes secret and recovery codes, so that the next login enrols again (D-17); sign-ins that wait for a code end. Who
 * has no second factor keeps having none.
 * @throws ApiError 40400
 */
export async function resetTfa(tx: Connection, caller: Caller, userId: string): Promise<void> {
  const user = await holdUser(tx, userId)
  const after = user.tfa === 'off' ? 'off' : 'required'
  await wipe(tx, userId, after)
  await recordAudit(tx, caller, {
    kind: 'user',
    objectId: userId,
    name: user.userName,
    action: 'reset two-factor',
    before: { tfa: user.tfa },
    after: { tfa: after },
  })
}

/**
 * Switches the second factor on or off, as the Users screen does: off wipes everything, on asks for it at the next
 * login and leaves an enrolled person as they are. The audit row is the caller's.
 * @returns the stored state
 * @throws ApiError 40400
 */
export async function switchTwoFactor(tx: Connection, userId: string, on: boolean): Promise<TfaState> {
  const { tfa } = await holdUser(tx, userId)
  if (on ? tfa !== 'off' : tfa === 'off') return tfa
  const state = on ? 'required' : 'off'
  await wipe(tx, userId, state)
  return state
}

async function wipe(tx: Connection, userId: string, state: TfaState): Promise<void> {
  await removeFactor(tx, userId, state)
  await endChallengesOf(tx, userId)
}
