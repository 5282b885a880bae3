import { forbidden, mayOpenDocuments } from '@millrace/contract'
import type { Caller } from '../../platform/http/caller.ts'

/**
 * Who does not open documents makes empty ones only: a name in a folder (D-130).
 * @param input what was sent to the call that creates and saves
 * @throws ApiError 40300
 */
export function refuseContents(caller: Caller, input: { name: string; folder?: string; isMaster?: boolean }): void {
  if (mayOpenDocuments(caller.role)) return
  const { name: _name, folder: _folder, isMaster = false, ...contents } = input
  if (isMaster || Object.values(contents).some((value) => value !== undefined)) throw forbidden()
}
