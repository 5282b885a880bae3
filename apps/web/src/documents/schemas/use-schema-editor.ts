import type { Schema } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { confirm } from '../../ui/confirm.ts'
import type { KeptDraft } from '../editing/kept-drafts.ts'
import { useKeptDrafts } from '../editing/use-kept-drafts.ts'
import { usePresence } from '../editing/use-presence.ts'
import type { Edit } from './model/edits.ts'
import { applyEdit, type History, redo, select, startHistory, undo } from './model/history.ts'
import type { Path } from './model/paths.ts'
import type { Refusal } from './use-schema-faults.ts'

/** Two edits of the schema to be joined: what both began from, and what each made of it. */
export type Merging = { base: unknown; mine: unknown; theirs: Schema; draft?: KeptDraft }

const leaveQuestion = 'Do you want to leave without saving? The changes are kept and offered here again.'

/** An open version of a schema: its edits, saving, and what others do with it meanwhile. */
export function useSchemaEditor(loaded: Schema) {
  const [base, setBase] = useState(loaded)
  const [history, setHistory] = useState<History>(() => startHistory(loaded.jsonSchema))
  const [merging, setMerging] = useState<Merging | null>(null)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { schema, selected } = history.present
  const dirty = schema !== base.jsonSchema
  const latest = useRef(schema)
  useLayoutEffect(() => {
    latest.current = schema
  }, [schema])
  const readOnly = base.read_only || base.vLocked
  const presence = usePresence(base._id)
  const drafts = useKeptDrafts({
    versionId: base._id,
    madeFrom: useMemo(() => lockedParents(base), [base]),
    base: base.jsonSchema,
    sysVersion: base.sys_version,
    value: schema,
    dirty,
  })
  useBlocker({
    shouldBlockFn: async () => dirty && !(await confirm(leaveQuestion)),
    enableBeforeUnload: () => dirty,
  })
  const apply = (edit: Edit | null) => {
    if (edit !== null && !readOnly) setHistory((before) => applyEdit(before, edit))
  }
  const start = (fresh: Schema) => {
    setBase(fresh)
    setHistory(startHistory(fresh.jsonSchema))
  }
  const fetchFresh = () => call('GET /schemas/find', { query: { id: base._id } })
  /** Takes what somebody else has saved: at once where nothing was changed here, else merged by field. */
  const catchUp = async () => {
    const theirs = await fetchFresh().catch(() => null)
    if (theirs === null) return
    // Edits may have come while the answer was on its way.
    const mine = latest.current
    if (mine !== base.jsonSchema) setMerging({ base: base.jsonSchema, mine, theirs })
    else start(theirs)
  }
  /** Whoever asks for it has confirmed it (D-129). */
  const save = async () => {
    if (latest.current === base.jsonSchema || readOnly || saving) return
    setSaving(true)
    const sent = latest.current
    setRefusal(null)
    try {
      const { _id, name, sys_version } = base
      const body = { _id, name, sys_version, jsonSchema: sent as Schema['jsonSchema'] }
      const saved = await call('POST /schemas', { body, told: texts.changedBySomebody })
      // What comes back is the same schema: the tree keeps what is open and selected, and Undo its steps.
      setBase({ ...saved, jsonSchema: body.jsonSchema })
      toast.success('Schema saved')
      await refreshCalls('GET /folders/tree', 'GET /schemas/find')
    } catch (error) {
      if (error instanceof CallError && error.message === texts.changedBySomebody) await catchUp()
      else if (error instanceof CallError) setRefusal({ message: error.message, schema: sent })
    } finally {
      setSaving(false)
    }
  }
  const askAndSave = async () => {
    takeTyped()
    if (latest.current !== base.jsonSchema && !readOnly && (await confirm(texts.saveModifications))) await save()
  }
  const takeDraft = (draft: KeptDraft) => {
    if (draft.versionId !== base._id || draft.sysVersion !== base.sys_version) {
      setMerging({ base: draft.base, mine: draft.value, theirs: base, draft })
      return
    }
    drafts.take(draft)
    apply({ name: 'unsaved changes', schema: draft.value, selected: [] })
  }
  useEffect(() => {
    // Before what is unsaved is written, which listens at the window as well.
    window.addEventListener('pagehide', takeTyped, true)
    return () => window.removeEventListener('pagehide', takeTyped, true)
  }, [])
  useShortcuts({ save: askAndSave, undo: () => setHistory(undo), redo: () => setHistory(redo) })
  return {
    base,
    schema,
    selected,
    history,
    dirty,
    readOnly,
    saving,
    /** Why the server did not take the schema, and which one that was. */
    refusal,
    presence,
    drafts,
    merging,
    apply,
    save,
    catchUp,
    takeDraft,
    confirmLeave: () => confirm(leaveQuestion),
    select: (path: Path) => setHistory((before) => select(before, path)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** The merged schema, to be looked at and saved over what it was merged with. */
    merged(value: unknown) {
      if (merging === null) return
      if (merging.draft !== undefined) drafts.take(merging.draft)
      setBase(merging.theirs)
      setHistory((before) => applyEdit(before, { name: 'merge', schema: value, selected: [] }))
      setMerging(null)
    },
    cancelMerge: () => setMerging(null),
  }
}

/** Ctrl S saves, Ctrl Z and Ctrl Shift Z undo and redo; a field that is typed into keeps its own undo. */
function useShortcuts({ save, undo, redo }: { save: () => Promise<void>; undo: () => void; redo: () => void }) {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], dialog') !== null
      if (key === 's') void save()
      else if (key === 'z' && !typing) (event.shiftKey ? redo : undo)()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  })
}

/** Locked versions that this one was made from: what somebody left unsaved of them belongs here now. */
const lockedParents = ({ _id, versions }: Schema): string[] => {
  const parents = versions.find((version) => version._id === _id)?.vParents ?? []
  return versions.filter((version) => version.vLocked && parents.includes(version._id)).map((version) => version._id)
}

/** Leaves the field that is being typed into, so that what stands in it is part of what is saved. */
function takeTyped() {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) flushSync(() => field.blur())
}

export type SchemaEditing = ReturnType<typeof useSchemaEditor>
