import type { VersionRecord } from '@millrace/contract'
import { isSameText } from '@millrace/contract/documents/merge/same-text'
import { texts } from '@millrace/contract/errors'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { toast } from '../../state/toasts.ts'
import { confirm } from '../../ui/confirm.ts'
import { useNewest } from '../../ui/use-newest.ts'
import {
  applyEdit,
  type DocumentEdit,
  type History,
  redo,
  replacePresent,
  select,
  startHistory,
  undo,
} from './history.ts'
import type { KeptDraft } from './kept-drafts.ts'
import { takeTyped, useEditorKeys } from './use-editor-keys.ts'
import { useKeptDrafts } from './use-kept-drafts.ts'
import { usePresence } from './use-presence.ts'

/** A version of a document as it was loaded or saved. */
type Stored = {
  _id: string
  name: string
  vLocked: boolean
  read_only: boolean
  sys_version: number
  versions: readonly VersionRecord[]
}

/** What an editor needs to know of a kind of document. The same object from one drawing to the next. */
export type EditedKind<Document extends Stored, Value, Selected> = {
  /** What of the document is edited here; the same part again for the same document. */
  contentOf: (document: Document) => Value
  /** What is selected where nobody selected anything. */
  nothing: Selected
  find: (id: string) => Promise<Document>
  /** Why the server would refuse that save, told before it is asked; null when it would not. Absent: it is asked. */
  check?: (base: Document, value: Value) => string | null
  /** Saves over the version that was loaded. @throws CallError `texts.changedBySomebody` when somebody else saved first */
  save: (base: Document, value: Value) => Promise<Document>
  /** What is edited after that save: what was sent, unless the server completes it. */
  saved: (document: Document, sent: Value) => Value
  savedText: string
  /** Loads anew what shows the document elsewhere. */
  refresh: () => Promise<void>
}

/** Two edits of a document to be joined: what both began from, and what each made of it. */
type Merging<Document, Value> = { base: Value; mine: Value; theirs: Document; draft?: KeptDraft }
/** Why the server did not take a save, what it said beside it, and what was sent. */
type Refusal<Value> = { message: string; detail?: string | undefined; sent: Value }

const leaveQuestion = 'Do you want to leave without saving? The changes are kept and offered here again.'

/** An open version of a document: its edits, saving, and what others do with it meanwhile. */
export function useDocumentEditing<Document extends Stored, Value, Selected>(
  kind: EditedKind<Document, Value, Selected>,
  loaded: Document,
) {
  const [{ base, content }, setBase] = useState(() => ({ base: loaded, content: kind.contentOf(loaded) }))
  const [history, setHistory] = useState<History<Value, Selected>>(() => startHistory(content, kind.nothing))
  const [merging, setMerging] = useState<Merging<Document, Value> | null>(null)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<Value> | null>(null)
  const { value } = history.present
  const dirty = value !== content
  const latest = useRef({ value, content })
  useLayoutEffect(() => {
    latest.current = { value, content }
  }, [value, content])
  const beginCatchUp = useNewest()
  const readOnly = base.read_only || base.vLocked
  const presence = usePresence(base._id)
  const drafts = useKeptDrafts({
    versionId: base._id,
    madeFrom: useMemo(() => lockedParents(base), [base]),
    base: content,
    sysVersion: base.sys_version,
    value,
    dirty,
  })
  useBlocker({
    shouldBlockFn: async () => dirty && !(await confirm(leaveQuestion)),
    enableBeforeUnload: () => dirty,
  })
  const apply = (edit: DocumentEdit<Value, Selected> | null) => {
    if (edit !== null && !readOnly) setHistory((before) => applyEdit(before, edit))
  }
  const start = (fresh: Document) => {
    const next = kind.contentOf(fresh)
    setBase({ base: fresh, content: next })
    setHistory(startHistory(next, kind.nothing))
  }
  /** Takes what somebody else has saved: at once where nothing was changed here, else merged by field. */
  const catchUp = async () => {
    const isNewest = beginCatchUp()
    const theirs = await kind.find(base._id).catch(() => null)
    if (theirs === null || !isNewest()) return
    // Edits and saves may have come while the answer was on its way.
    const now = latest.current
    if (now.value !== now.content) setMerging({ base: now.content, mine: now.value, theirs })
    else start(theirs)
  }
  /** Whoever asks for it has confirmed it (D-129). */
  const save = async () => {
    const { value: sent } = latest.current
    if (sent === content || readOnly || saving) return
    const problem = kind.check?.(base, sent) ?? null
    if (problem !== null) {
      setRefusal({ message: problem, sent })
      toast.error(problem)
      return
    }
    setSaving(true)
    setRefusal(null)
    try {
      const document = await kind.save(base, sent)
      // What was asked for before is older than this save.
      beginCatchUp()
      const next = kind.saved(document, sent)
      // What comes back is the same document: what is open and selected stays so, and Undo keeps its steps.
      setBase({ base: document, content: next })
      if (latest.current.value === sent && next !== sent) setHistory((before) => replacePresent(before, next))
      toast.success(kind.savedText)
      await kind.refresh()
    } catch (error) {
      if (error instanceof CallError && error.message === texts.changedBySomebody) await catchUp()
      else if (error instanceof CallError) setRefusal({ message: error.message, detail: error.detail, sent })
    } finally {
      setSaving(false)
    }
  }
  const askAndSave = async () => {
    takeTyped()
    if (latest.current.value !== content && !readOnly && (await confirm(texts.saveModifications))) await save()
  }
  const takeDraft = (draft: KeptDraft) => {
    if (draft.versionId !== base._id || draft.sysVersion !== base.sys_version) {
      setMerging({ base: draft.base as Value, mine: draft.value as Value, theirs: base, draft })
      return
    }
    if (isSameText(draft.value, content)) {
      drafts.discard(draft)
      toast.info('What you left unsaved is what is here already.')
      return
    }
    drafts.take(draft)
    apply({ name: 'unsaved changes', value: draft.value as Value, selected: kind.nothing })
  }
  useEffect(() => {
    // Before what is unsaved is written, which listens at the window as well.
    window.addEventListener('pagehide', takeTyped, true)
    return () => window.removeEventListener('pagehide', takeTyped, true)
  }, [])
  useEditorKeys({ save: askAndSave, undo: () => setHistory(undo), redo: () => setHistory(redo) })
  return {
    base,
    value,
    /** What is edited as it is saved. */
    saved: content,
    selected: history.present.selected,
    history,
    dirty,
    readOnly,
    saving,
    /** Why the server did not take the document, and which one that was. */
    refusal,
    presence,
    drafts,
    merging,
    apply,
    save,
    catchUp,
    takeDraft,
    confirmLeave: () => confirm(leaveQuestion),
    select: (selected: Selected) => setHistory((before) => select(before, selected)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** The merged document, to be looked at and saved over what it was merged with. */
    merged(joined: unknown) {
      if (merging === null) return
      const { theirs, draft } = merging
      const saved = kind.contentOf(theirs)
      const nothingLeft = isSameText(joined, saved)
      if (draft !== undefined) (nothingLeft ? drafts.discard : drafts.take)(draft)
      setBase({ base: theirs, content: saved })
      const value = nothingLeft ? saved : (joined as Value)
      setHistory((before) => applyEdit(before, { name: 'merge', value, selected: kind.nothing }))
      setMerging(null)
      if (nothingLeft) toast.info('The merge is what was saved already: there is nothing to save.')
    },
    cancelMerge: () => setMerging(null),
  }
}

/** Locked versions that this one was made from: what somebody left unsaved of them belongs here now. */
const lockedParents = ({ _id, versions }: Stored): string[] => {
  const parents = versions.find((version) => version._id === _id)?.vParents ?? []
  return versions.filter((version) => version.vLocked && parents.includes(version._id)).map((version) => version._id)
}

export type DocumentEditing<Document extends Stored, Value, Selected> = ReturnType<
  typeof useDocumentEditing<Document, Value, Selected>
>
