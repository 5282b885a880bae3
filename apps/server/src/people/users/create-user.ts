import { conflict, type Role, texts, userNameOf } from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { hashPassword } from '../sessions/password-hash.ts'
import { userForAudit } from './user-audit.reads.ts'
import {
  type AssignedPipeline,
  findUserByEmail,
  insertUser,
  type NewUserRow,
  storeBadges,
  storePipelines,
} from './users.repository.ts'

export type NewUser = {
  firstName: string
  lastName: string
  email: string
  role: Role
  service?: string
  avatar?: string | null
  isActive?: boolean
  unrestrictedUpload?: boolean
  tfa?: 'off' | 'required'
  /** Ids of admin and project badges. */
  badges?: readonly string[]
  pipelines?: readonly AssignedPipeline[]
  /** Chosen for the person beforehand; without it only a create-password link lets them in. */
  password?: string
}

/**
 * Makes a person. The username is firstname.lastname, with 2, 3, … after it when taken (USR-023, D-31).
 * @throws ApiError 40900 'This email address is already used' (D-52)
 */
export async function createUser(
  tx: Connection,
  caller: Caller,
  user: NewUser,
): Promise<{ userId: string; userName: string }> {
  const id = newId()
  const passwordHash = user.password === undefined ? null : await hashPassword(user.password)
  const userName = await insertWithFreeName(tx, {
    id,
    first_name: user.firstName.trim(),
    last_name: user.lastName.trim(),
    email: user.email.trim(),
    service: user.service?.trim() ?? '',
    avatar: user.avatar ?? null,
    role: user.role,
    password_hash: passwordHash,
    is_active: user.isActive ?? true,
    unrestricted_upload: user.unrestrictedUpload ?? false,
    tfa: user.tfa ?? 'off',
  })
  await storeBadges(tx, id, user.badges ?? [])
  await storePipelines(tx, id, user.pipelines ?? [])
  await recordAudit(tx, caller, {
    kind: 'user',
    objectId: id,
    name: userName,
    action: 'create',
    before: null,
    after: await userForAudit(tx, id),
  })
  return { userId: id, userName }
}

async function insertWithFreeName(tx: Connection, row: Omit<NewUserRow, 'user_name'>): Promise<string> {
  const wanted = userNameOf(row.first_name, row.last_name)
  for (let n = 1; ; n++) {
    const userName = n === 1 ? wanted : `${wanted}${n}`
    if (await insertUser(tx, { ...row, user_name: userName })) return userName
    if (await findUserByEmail(tx, row.email)) throw conflict(texts.emailTaken)
  }
}
