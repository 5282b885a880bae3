import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../access/sessions/use-session.ts'
import { dropDraft, findDrafts, holdEditor, keepDraft, type KeptDraft } from './kept-drafts.ts'

/** What an editor holds of the version it shows. */
export type EditorState = {
  versionId: string
  /** Versions it was made from that are locked now: what was left unsaved of them can go on here only. */
  madeFrom: readonly string[]
  /** The content as it was loaded, and how often it had been saved. */
  base: unknown
  sysVersion: number
  value: unknown
  dirty: boolean
}

export type KeptDrafts = {
  /** What was left unsaved here before, newest first. */
  offered: readonly KeptDraft[]
  /** Makes an offer this editor's own change: it is forgotten once that is saved or undone. */
  take: (draft: KeptDraft) => void
  discard: (draft: KeptDraft) => void
}

/** Changes are kept so long after the last one: typing does not wait for the disk. */
const keepAfterMs = 300

/**
 * Keeps what was changed and not saved, in this browser, so that a reload, a crash of the tab or the end of the session
 * loses nothing, and offers it again to the same person. A saved or undone change is forgotten.
 */
export function useKeptDrafts({ versionId, madeFrom, base, sysVersion, value, dirty }: EditorState): KeptDrafts {
  const { user } = useSession()
  const userId = user._id
  const [editor] = useState(() => crypto.randomUUID())
  const [offered, setOffered] = useState<readonly KeptDraft[]>([])
  useEffect(() => holdEditor(editor), [editor])
  const searched = [versionId, ...madeFrom].join(' ')
  useEffect(() => {
    let current = true
    setOffered([])
    findDrafts(userId, searched.split(' ')).then(
      (found) => current && setOffered(found.filter((draft) => draft.editor !== editor)),
      (error: unknown) => console.error('unsaved changes cannot be read', error),
    )
    return () => {
      current = false
    }
  }, [userId, searched, editor])

  const latest = useRef<KeptDraft | null>(null)
  latest.current = dirty ? { editor, userId, versionId, at: '', base, sysVersion, value } : null
  const written = useRef(false)
  const write = useCallback(() => {
    const draft = latest.current
    if (draft === null) return
    written.current = true
    keepDraft({ ...draft, at: new Date().toISOString() }).catch(report)
  }, [])
  useEffect(() => {
    if (!dirty) return
    const timer = setTimeout(write, keepAfterMs)
    return () => clearTimeout(timer)
  }, [dirty, value, write])
  useEffect(() => {
    if (dirty || !written.current) return
    written.current = false
    void dropDraft({ userId, versionId, editor })
  }, [dirty, userId, versionId, editor])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && write()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', write)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  const withdraw = (draft: KeptDraft) => setOffered((all) => all.filter((other) => other !== draft))
  return {
    offered,
    take(draft) {
      withdraw(draft)
      written.current = true
      // Kept under the new name before the old one goes: a crash between the two loses nothing.
      void keepDraft({ ...draft, editor, versionId }).then(() => dropDraft(draft), report)
    },
    discard(draft) {
      withdraw(draft)
      void dropDraft(draft)
    },
  }
}

const report = (error: unknown): void => console.error('unsaved changes cannot be kept', error)
