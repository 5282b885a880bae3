import type { DocKind, VersionRecord } from '@millrace/contract'
import { type LockScope, versionDone } from '@millrace/contract/versions/version.rule'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { pathsOfKinds } from '../folders/item-calls.ts'
import { reasonOf } from '../../api/reason-of.ts'

/** Asks again whatever shows versions: trees, opened documents, lists, usages (FLD-023). Locking with force reaches other kinds. */
export const refreshDocuments = (): Promise<void> =>
  refreshCalls(
    'GET /folders/tree',
    'GET /documents/usages',
    'GET /components/{id}/dependencies',
    'GET /schemas/find',
    'GET /components/find',
    'GET /pipelines/id',
    'GET /users/pipelines',
  )

/** Locks a version. @returns null, or why it was refused, which a red toast tells as well (VER-026) */
export async function lockVersion(kind: DocKind, id: string, { force, country }: LockScope): Promise<string | null> {
  try {
    const body = { id, force, ...(kind === 'pipeline' ? { country } : {}) }
    const { version, locked } = await call(`POST /${pathsOfKinds[kind]}/version/lock`, {
      body,
      fallback: 'cannot lock',
    })
    const others = locked.filter(({ _id }) => _id !== id)
    const detail = others.map((other) => `${other.type} ${other.name} version ${other.version}`).join(', ')
    toast.success(versionDone.locked(version), detail === '' ? {} : { detail: `Locked as well: ${detail}` })
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    await refreshDocuments()
  }
}

/** Makes an unlocked copy of a locked version (VER-009). @returns its id; null when refused, which a red toast has told */
export async function copyVersion(kind: DocKind, id: string): Promise<string | null> {
  try {
    const made = await call(`POST /${pathsOfKinds[kind]}/version/new`, {
      body: { id },
      fallback: 'cannot create a new version',
    })
    toast.success(versionDone.created(made.version))
    return made._id
  } catch {
    return null
  } finally {
    await refreshDocuments()
  }
}

/** Deletes a draft. @returns what is left, newest first; null when refused, which a red toast has told */
export async function deleteVersion(kind: DocKind, id: string, version: number): Promise<VersionRecord[] | null> {
  try {
    const { versions } = await call(`POST /${pathsOfKinds[kind]}/version/delete`, {
      body: { id },
      fallback: 'cannot delete the version',
    })
    toast.success(versionDone.deleted(version))
    return versions
  } catch {
    return null
  }
}
