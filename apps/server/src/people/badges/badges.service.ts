import {
  validateBadgeName,
  conflict,
  defaultBadgeColor,
  invalid,
  notFound,
  normalizeName,
  seesHiddenBadges,
  type Tag,
  texts,
} from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { holdBadgeNames, holdBadges, insertBadge, removeBadges, updateBadge } from './badges.repository.ts'
import { type BadgeRow, badgeRows } from './badges.reads.ts'

export type BadgesService = ReturnType<typeof createBadgesService>
export type BadgeInput = {
  _id?: string
  name: string
  type: 'admin' | 'project'
  color?: string
  isHidden?: boolean
}

const uniqueViolation = '23505'

/** TAG-001 */
export const presentBadge = (row: BadgeRow): Tag => ({
  _id: row.id,
  name: row.name,
  type: row.type,
  ...(row.type === 'project' ? { color: row.color ?? defaultBadgeColor } : {}),
  isUsed: row.isUsed,
  isHidden: row.isHidden,
})

export function createBadgesService(platform: Platform) {
  const { db } = platform

  async function one(connection: Connection, id: string): Promise<BadgeRow> {
    const [row] = await badgeRows(connection, [id])
    if (row === undefined) throw notFound()
    return row
  }

  type Named = Pick<BadgeRow, 'name' | 'type' | 'color' | 'isHidden'>
  const named = ({ name, type, color, isHidden }: Named): Named => ({ name, type, color, isHidden })
  const audit = (
    tx: Connection,
    caller: Caller,
    objectId: string,
    action: string,
    before: Named | null,
    after: Named | null,
  ): Promise<void> =>
    recordAudit(tx, caller, {
      kind: 'badge',
      objectId,
      name: (after ?? before)?.name ?? '',
      action,
      before: before && named(before),
      after: after && named(after),
    })

  return {
    /**
     * GET /tags/list: both kinds by name. Hidden ones to super-admin, to others where somebody or something has them
     * already, so that what they look at has names (D-44).
     */
    async list(caller: Caller): Promise<{ admin: Tag[]; project: Tag[] }> {
      const sees = (row: BadgeRow) => !row.isHidden || row.isUsed || seesHiddenBadges(caller.role)
      const tags = (await badgeRows(db, null)).filter(sees).map(presentBadge)
      return {
        admin: tags.filter((tag) => tag.type === 'admin'),
        project: tags.filter((tag) => tag.type === 'project'),
      }
    },

    /** POST /tags: the name is unique among both types, trimmed and without regard to case (TAG-009); the type stays. */
    async save(caller: Caller, input: BadgeInput): Promise<Tag> {
      const name = normalizeName(input.name)
      if (name === '') throw invalid(texts.tagNameMissing)
      try {
        return await db.transaction().execute(async (tx) => {
          await holdBadgeNames(tx)
          const before = input._id === undefined ? null : await one(tx, input._id)
          const existing = (await badgeRows(tx, null)).map((row) => ({ _id: row.id, name: row.name }))
          if (validateBadgeName(name, existing, before?.id ?? null) !== null) throw conflict(texts.tagExists)
          const type = before?.type ?? input.type
          const color = type === 'project' ? (input.color ?? before?.color ?? defaultBadgeColor) : null
          const badge = { name, type, color, isHidden: input.isHidden ?? before?.isHidden ?? false }
          const id = before === null ? await insertBadge(tx, badge) : before.id
          if (before !== null) await updateBadge(tx, id, badge)
          await audit(tx, caller, id, before === null ? 'create' : 'save', before, badge)
          return presentBadge(await one(tx, id))
        })
      } catch (error) {
        if ((error as { code?: string }).code === uniqueViolation) throw conflict(texts.tagExists)
        throw error
      }
    },

    /** DELETE /tags: used and unknown ones stay and come back as undeleted (D-45, TAG-013). */
    async remove(caller: Caller, ids: readonly string[]): Promise<{ deletedTags: string[]; undeletedTags: string[] }> {
      return db.transaction().execute(async (tx) => {
        await holdBadges(tx, ids)
        const free = (await badgeRows(tx, ids)).filter((row) => !row.isUsed)
        await removeBadges(
          tx,
          free.map((row) => row.id),
        )
        for (const row of free) await audit(tx, caller, row.id, 'delete', row, null)
        const deletedTags = free.map((row) => row.id)
        return { deletedTags, undeletedTags: ids.filter((id) => !deletedTags.includes(id)) }
      })
    },

    /** The badge of that name, made if it is not there. */
    async ensure(caller: Caller, input: BadgeInput): Promise<Tag> {
      const key = input.name.trim().toLowerCase()
      const found = (await badgeRows(db, null)).find((row) => row.name.trim().toLowerCase() === key)
      return found === undefined ? this.save(caller, input) : presentBadge(found)
    },
  }
}
