import type { SessionUser, TreeNode } from '@millrace/contract'

/** A badge on a row: its name and colour where this person knows it. */
export type RowBadge = { id: string; name: string | null; color: string | null }

/** The badges that a row's own rules name, each once; rules travel for admin and super-admin alone (D-51). */
export function badgesOf({ tags }: Pick<TreeNode, 'tags'>, user: Pick<SessionUser, 'project_tags'>): RowBadge[] {
  const ids = new Set([...tags.read, ...tags.write].flat())
  return [...ids].map((id) => {
    const known = user.project_tags.find(({ _id }) => _id === id)
    return { id, name: known?.name ?? null, color: known?.color ?? null }
  })
}

/** 'Europe, 2 more badges' */
export function badgeWords(badges: readonly RowBadge[]): string {
  const names = badges.flatMap(({ name }) => name ?? [])
  const others = badges.length - names.length
  const word = names.length === 0 ? 'badge' : 'more badge'
  return [...names, ...(others > 0 ? [`${others} ${word}${others === 1 ? '' : 's'}`] : [])].join(', ')
}
