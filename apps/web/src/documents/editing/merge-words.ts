import type { MergeChange, MergeConflict, MergePath } from '@millrace/contract/documents/merge/merge.rule'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'

/** 'properties › price › minimum'; the whole document has no path. */
export const describePath = (path: MergePath): string => (path.length === 0 ? 'The whole document' : path.join(' › '))

/** A value as a person reads it, at most 200 characters of it (SCH-034). */
export const describeValue = (value: unknown): string =>
  value === undefined ? 'not there' : previewValue(typeof value === 'string' ? JSON.stringify(value) : value)

/** 'added', 'removed', 'changed' or 'moved'. */
export function describeChange({ before, after }: Pick<MergeChange, 'before' | 'after'>): string {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** 'properties › price › minimum', or 'The order inside properties' */
export const describeConflict = ({ kind, path }: MergeConflict): string =>
  kind === 'order' ? `The order inside ${describePath(path)}` : describePath(path)

/** '3 changes of yours, 2 of Ann Lee, 1 made by both' */
export function countChanges(changes: readonly MergeChange[], theirName: string): string {
  const count = (side: MergeChange['side']) => changes.filter((change) => change.side === side).length
  const [mine, theirs, both] = [count('mine'), count('theirs'), count('both')]
  const words = [
    `${mine} ${mine === 1 ? 'change' : 'changes'} of yours`,
    `${theirs} of ${theirName}`,
    ...(both === 0 ? [] : [`${both} made by both`]),
  ]
  return words.join(', ')
}
