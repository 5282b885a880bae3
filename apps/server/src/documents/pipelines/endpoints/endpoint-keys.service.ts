import { randomBytes } from 'node:crypto'
import { conflict, type EndpointKey, type EndpointKeyInput, invalid, notFound, texts } from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { notify } from '../../../platform/notices/notices.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mustHold } from '../../kernel/rights.ts'
import { insertKey, keyRows, removeKey } from './endpoint-keys.repository.ts'
import { presentKey } from './endpoints.presenter.ts'
import type { EndpointsService } from './endpoints.service.ts'

export type EndpointKeysService = ReturnType<typeof createEndpointKeysService>

const maxName = 100
const maxKeys = 100

/** Keys of callers that have no session: shown once, stored as hashes (S6). */
export function createEndpointKeysService(
  { db, secrets, now }: Pick<Platform, 'db' | 'secrets' | 'now'>,
  { endpoints }: { endpoints: Pick<EndpointsService, 'find'> },
) {
  return {
    async list(caller: Caller, endpointId: string): Promise<EndpointKey[]> {
      await endpoints.find(db, caller, endpointId)
      return (await keyRows(db, endpointId)).map(presentKey)
    },

    /** @throws ApiError 40000 no name or an end in the past, 40900 a name that is taken */
    async create(caller: Caller, endpointId: string, input: EndpointKeyInput): Promise<{ key: string; _id: string }> {
      const name = input.name.trim()
      if (name === '') throw invalid(texts.pleaseInputName)
      if (name.length > maxName) throw invalid(`The name of a key has at most ${maxName} characters`)
      const expiresAt = input.expireAt ? new Date(input.expireAt) : null
      if (expiresAt !== null && expiresAt <= now()) throw invalid('The key would have expired already')
      const key = `mr_${randomBytes(32).toString('base64url')}`
      const id = newId()
      await db.transaction().execute(async (tx) => {
        const { row, rights } = await endpoints.find(tx, caller, endpointId)
        mustHold.writesBadges(rights)
        const others = await keyRows(tx, endpointId)
        if (others.length >= maxKeys) throw conflict(`An endpoint has at most ${maxKeys} keys. Delete one first.`)
        if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
          throw conflict('The endpoint has a key of this name')
        }
        const perMinute = input.perMinute ?? null
        await insertKey(tx, {
          ...{ id, endpoint_id: endpointId, name, hash: secrets.hash(key), created_by: caller.userName },
          ...{ expires_at: expiresAt, per_minute: perMinute },
        })
        const after = { key: name, expireAt: expiresAt?.toISOString() ?? null, perMinute }
        await recordAudit(tx, caller, keyChange(row, 'add key', null, after))
        await notify(tx, { about: 'endpoints' })
      })
      return { key, _id: id }
    },

    /** The key opens the endpoint no longer, within some seconds in every process. */
    async remove(caller: Caller, endpointId: string, id: string): Promise<{ deleted: string }> {
      await db.transaction().execute(async (tx) => {
        const { row, rights } = await endpoints.find(tx, caller, endpointId)
        mustHold.writesBadges(rights)
        const gone = await removeKey(tx, endpointId, id)
        if (gone === undefined) throw notFound()
        await recordAudit(tx, caller, keyChange(row, 'delete key', { key: gone.name }, null))
        await notify(tx, { about: 'endpoints' })
      })
      return { deleted: id }
    },
  }
}

const keyChange = ({ id, path }: { id: string; path: string }, action: string, before: unknown, after: unknown) => ({
  kind: 'endpoint',
  objectId: id,
  name: path,
  ...{ action, before, after },
})
