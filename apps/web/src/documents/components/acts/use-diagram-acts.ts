import { schemaFrom } from '@millrace/contract/components/link-schemas.rule'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toast } from '../../../state/toasts.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { pasteParts, writeParts } from '../model/clipboard.ts'
import type { ComponentEdit, Element } from '../model/draft.ts'
import { addPort, removeElements, type Side } from '../model/edits.ts'
import { type Group, groupOf } from '../model/group.ts'
import type { ComponentEditing } from '../use-component-editor.ts'
import type { UsedComponents } from '../use-used-components.ts'
import { type Act, type ActName, actOfKey, actsFor } from './acts.ts'

/** What is asked for in a dialog before the diagram changes. */
export type ActDialog =
  | { act: 'add' | 'connect' }
  | { act: 'insert'; link: number }
  | { act: 'settings'; instance: number }
  | { act: 'port'; side: Side; index: number }
  | { act: 'rename'; element: Element }
  | { act: 'group'; group: Group }

/** What can be done with the parts of the open component, by toolbar, by keys and by dragging. All of it can be undone. */
export function useDiagramActs(editing: ComponentEditing, used: UsedComponents) {
  const { base, value: draft, selected, readOnly, apply } = editing
  const [dialog, setDialog] = useState<ActDialog | null>(null)
  const acts = actsFor(draft, selected)
  const versions = new Set(base.versions.map(({ _id }) => _id))
  const refuseInstance = (id: string) => (versions.has(id) ? 'A component cannot contain itself.' : null)
  const take = (outcome: { edit: ComponentEdit } | { reason: string }) => {
    if ('edit' in outcome) apply(outcome.edit)
    else toast.warn(outcome.reason)
  }
  const paste = (text: string) => take(pasteParts(draft, text, refuseInstance))
  const copy = async (cut: boolean) => {
    const text = writeParts(draft, selected)
    if (text === null) return
    if (!(await copyText(text))) toast.error('The browser refused the clipboard.')
    else if (cut) apply(cutOf(removeElements(draft, selected)))
  }
  const pasteByButton = async () => {
    const text = await navigator.clipboard?.readText?.().catch(() => null)
    if (typeof text === 'string') paste(text)
    else toast.warn('The browser does not hand out the clipboard here: press Ctrl V instead.')
  }
  const group = () => {
    const made = groupOf(draft, selected, (end) => schemaFrom(draft, end, (id) => used.byId.get(id)))
    if ('reason' in made) toast.warn(made.reason)
    else setDialog({ act: 'group', group: made })
  }
  const [first] = selected
  const run: Record<ActName, () => void> = {
    add: () => setDialog({ act: 'add' }),
    connect: () => setDialog({ act: 'connect' }),
    insert: () => first && setDialog({ act: 'insert', link: first.index }),
    settings() {
      if (first?.part === 'instances') setDialog({ act: 'settings', instance: first.index })
      else if (first !== undefined && first.part !== 'links')
        setDialog({ act: 'port', side: first.part, index: first.index })
    },
    rename: () => first && setDialog({ act: 'rename', element: first }),
    group,
    copy: () => void copy(false),
    cut: () => void copy(true),
    paste: () => void pasteByButton(),
    remove: () => apply(removeElements(draft, selected)),
    input: () => apply(addPort(draft, 'inputs')),
    output: () => apply(addPort(draft, 'outputs')),
  }
  /** Does it, or says why it cannot be done. */
  const perform = (name: ActName) => {
    const act = acts.find((one) => one.name === name)
    if (act === undefined || readOnly) return
    if (act.refused === null) run[name]()
    else toast.info(act.refused)
  }
  return {
    acts: readOnly ? [] : (acts as readonly Act[]),
    perform,
    dialog,
    openDialog: setDialog,
    closeDialog: () => setDialog(null),
    refuseInstance,
    /** For keys pressed on the diagram or its list. */
    onKeyDown(event: React.KeyboardEvent) {
      const name = isTypedInto(event.target) ? null : actOfKey(event)
      if (name === null || readOnly || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      perform(name)
    },
    /** For the browser's own copying and pasting while the diagram or its list has the focus. */
    onClipboard(event: ClipboardEvent): boolean {
      if (event.type === 'paste') {
        if (!readOnly) paste(event.clipboardData?.getData('text/plain') ?? '')
        return !readOnly
      }
      const text = writeParts(draft, selected)
      if (text === null || (event.type === 'cut' && readOnly)) return false
      event.clipboardData?.setData('text/plain', text)
      if (event.type === 'cut') apply(cutOf(removeElements(draft, selected)))
      return true
    },
  }
}

export type DiagramActs = ReturnType<typeof useDiagramActs>

const cutOf = (edit: ComponentEdit | null): ComponentEdit | null =>
  edit && { ...edit, name: edit.name.replace('removal', 'cut') }

const isTypedInto = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, [data-own-keys]') !== null

/** Answers Ctrl C, X and V while something in the box has the focus, nothing is typed into and no text is marked. */
export function useClipboardOf(box: React.RefObject<HTMLElement | null>, answer: (event: ClipboardEvent) => boolean) {
  const latest = useRef(answer)
  useLayoutEffect(() => {
    latest.current = answer
  })
  useEffect(() => {
    const pressed = (event: ClipboardEvent) => {
      const { activeElement } = document
      const isHere = activeElement !== null && box.current?.contains(activeElement) === true
      const isMarked = event.type !== 'paste' && getSelection()?.isCollapsed === false
      if (isHere && !isTypedInto(activeElement) && !isMarked && latest.current(event)) event.preventDefault()
    }
    const types = ['copy', 'cut', 'paste'] as const
    for (const type of types) window.addEventListener(type, pressed)
    return () => {
      for (const type of types) window.removeEventListener(type, pressed)
    }
  }, [box])
}
