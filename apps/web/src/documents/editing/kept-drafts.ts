import { createStore, del, entries, set } from 'idb-keyval'

/** What somebody had changed of a version and not saved yet. */
export type KeptDraft = {
  /** The editor it was written in: one tab, from opening the version until leaving it. */
  editor: string
  userId: string
  versionId: string
  /** When it was changed last, ISO. */
  at: string
  /** The content it began from, and how often that had been saved. */
  base: unknown
  sysVersion: number
  value: unknown
}

/** Drafts that nobody asked for in so long are removed. */
const maxDays = 30
const dayMs = 86_400_000

let opened: ReturnType<typeof createStore> | null = null
/** In the browser's own database: local storage would hold 5 MB of all drafts together. */
const drafts = () => (opened ??= createStore('millrace-drafts', 'drafts'))

const keyOf = ({ userId, versionId, editor }: Pick<KeptDraft, 'userId' | 'versionId' | 'editor'>): string =>
  JSON.stringify([userId, versionId, editor])

export const keepDraft = (draft: KeptDraft): Promise<void> => set(keyOf(draft), draft, drafts())

export const dropDraft = (draft: Pick<KeptDraft, 'userId' | 'versionId' | 'editor'>): Promise<void> =>
  del(keyOf(draft), drafts())

/** What this person left unsaved of these versions, newest first, without what another tab is just editing. */
export async function findDrafts(
  userId: string,
  versionIds: readonly string[],
  now = Date.now(),
): Promise<KeptDraft[]> {
  const all = await entries<string, KeptDraft>(drafts())
  const found: KeptDraft[] = []
  for (const [, draft] of all) {
    if (Date.parse(draft.at) < now - maxDays * dayMs) await dropDraft(draft)
    else if (draft.userId === userId && versionIds.includes(draft.versionId) && !(await isBeingEdited(draft.editor)))
      found.push(draft)
  }
  return found.toSorted((a, b) => b.at.localeCompare(a.at))
}

const lockName = (editor: string): string => `millrace-draft-${editor}`

/**
 * Tells the other tabs that this editor is still there, until `release` is called or the tab is gone, however it goes.
 * @returns release
 */
export function holdEditor(editor: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(lockName(editor), () => held)
  return () => release()
}

async function isBeingEdited(editor: string): Promise<boolean> {
  const locks = await navigator.locks?.query()
  return locks?.held?.some(({ name }) => name === lockName(editor)) ?? false
}
