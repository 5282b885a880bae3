import type { Tag } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import type { NameOf } from '@millrace/contract/badges/describe-rule.rule'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { refreshCalls, useCall } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'

export type TagType = Tag['type']
export type TagDraft = { name: string; color: string; isHidden: boolean }

/** All badges this person may see: the list call of both types. */
export function useTags() {
  const { data, error, refetch } = useCall('GET /tags/list', {}, { staleTime: 30_000 })
  return { tags: data, error, refetch: () => void refetch() }
}

/** Badges by id, and their names for sentences. */
export function useTagNames(tags: { admin: readonly Tag[]; project: readonly Tag[] } | undefined) {
  return useMemo(() => {
    const byId = new Map([...(tags?.admin ?? []), ...(tags?.project ?? [])].map((tag) => [tag._id, tag]))
    const nameOf: NameOf = (id) => byId.get(id)?.name ?? null
    return { byId, nameOf }
  }, [tags])
}

/** What shows badges is asked again after one has changed. */
const refreshBadges = () => refreshCalls('GET /tags/list', 'GET /folders/tree')

/** Stores a new badge, or the edited one, and says so (TAG-011). @throws CallError, shown as a toast already */
export async function saveTag(type: TagType, draft: TagDraft, edited: Tag | null): Promise<Tag> {
  const tag = await call('POST /tags', {
    body: {
      ...(edited === null ? {} : { _id: edited._id }),
      name: draft.name.trim(),
      type,
      ...(type === 'project' ? { color: draft.color } : {}),
      isHidden: draft.isHidden,
    },
  })
  toast.success(edited === null ? texts.tagCreated : texts.tagUpdated)
  await refreshBadges()
  return tag
}

/** Deletes a badge and tells the outcome in the specified words (TAG-012 to TAG-014). */
export async function deleteTag({ _id }: Tag): Promise<void> {
  const outcome = await call('DELETE /tags', { query: { ids: [_id] }, fallback: texts.unknownError }).catch(() => null)
  if (outcome !== null) {
    if (outcome.deletedTags.includes(_id)) toast.success(texts.tagDeleted)
    else if (outcome.undeletedTags.includes(_id)) toast.error(texts.tagUsed)
    else toast.error(texts.unknownError)
  }
  await refreshBadges()
}

/** Lets the server forget what it keeps of badges (TAG-003). */
export async function reloadTagCaches(): Promise<void> {
  await call('GET /tags/cache-reload')
  toast.success('The caches have been reloaded.')
  await refreshBadges()
}
