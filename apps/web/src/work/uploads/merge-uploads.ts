import type { Upload } from '@millrace/contract'

/**
 * The later of two states of one upload. A verdict and a switch-off are final (UPL-010, D-63), so an answer that was
 * under way when a push came cannot take either back.
 */
function newerOf(known: Upload | undefined, fresh: Upload): Upload {
  if (known === undefined) return fresh
  const verdictLost = fresh.status === 'validating' && known.status !== 'validating'
  const base = verdictLost ? known : fresh
  return known.enabled ? base : { ...base, enabled: false }
}

/** Adds or replaces uploads by id, newest first. */
export function mergeUploads(known: readonly Upload[], fresh: readonly Upload[]): Upload[] {
  const byId = new Map(known.map((upload) => [upload._id, upload]))
  for (const upload of fresh) byId.set(upload._id, newerOf(byId.get(upload._id), upload))
  return [...byId.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** A newly read list, in which nothing known goes back to an earlier state. */
export function mergeReadUploads(known: readonly Upload[] | undefined, fresh: readonly Upload[]): Upload[] {
  const byId = new Map(known?.map((upload) => [upload._id, upload]))
  return fresh.map((upload) => newerOf(byId.get(upload._id), upload))
}
