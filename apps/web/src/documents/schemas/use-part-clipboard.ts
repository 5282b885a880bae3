import { useEffect, useLayoutEffect, useRef } from 'react'
import { toast } from '../../state/toasts.ts'
import { copyText } from '../../ui/copy-text.ts'
import { type CopiedFrom, cutPart, pastePart, writePart } from './model/clipboard.ts'
import type { Edit } from './model/edits.ts'
import { type Path, valueAt } from './model/paths.ts'
import { isField } from './model/roles.ts'
import { type RowAction, takeOutcome } from './row-actions.ts'

/** What was copied last, in whichever schema: the clipboard itself holds its text alone. */
let copied: CopiedFrom | null = null

type Options = {
  schema: unknown
  documentId: string
  readOnly: boolean
  onEdit: (edit: Edit | null) => void
}

/** Copying, cutting and pasting parts of a schema as JSON text. What cannot be pasted says why. */
export function usePartClipboard({ schema, documentId, readOnly, onEdit }: Options) {
  // The clipboard may be had later, as where the browser asks first: what is edited then is the schema as it is then.
  const latest = useRef(schema)
  useLayoutEffect(() => {
    latest.current = schema
  }, [schema])
  const take = (path: Path, cut: boolean): string => {
    const now = latest.current
    const text = writePart(now, path)
    const names = valueAt(now, [...path.slice(0, -2), 'required'])
    const required = isField(path) && Array.isArray(names) && names.includes(path.at(-1))
    copied = { text, schema: now, documentId, path, required, cut }
    if (cut) onEdit(cutPart(now, path))
    return text
  }
  const put = (path: Path, text: string) => {
    const from = copied?.documentId === documentId ? copied : copied && { ...copied, cut: false }
    const isThere = path.length === 0 || valueAt(latest.current, path) !== undefined
    if (!isThere) toast.warn('The row that it was to be pasted into is gone.')
    else takeOutcome(pastePart(latest.current, path, text, from), onEdit)
  }
  const copyByMenu = async (path: Path, cut: boolean) => {
    const text = writePart(schema, path)
    if (!(await copyText(text))) toast.error('The browser refused the clipboard.')
    else if (writePart(latest.current, path) === text) take(path, cut)
    else if (cut) toast.warn('It has changed meanwhile: it is copied, and still here.')
  }
  const pasteByMenu = async (path: Path) => {
    const text = await readClipboard()
    if (text === null) toast.warn('The browser does not hand out the clipboard here: press Ctrl V instead.')
    else put(path, text)
  }
  const action = (label: string, keys: string, run: () => void): RowAction => ({
    label,
    keys,
    refused: null,
    run: () => {
      run()
      return null
    },
  })
  return {
    take,
    put,
    /** The same for the menu of a row. */
    actionsOf(path: Path): RowAction[] {
      const copy = action('Copy', 'Ctrl C', () => void copyByMenu(path, false))
      if (readOnly) return [copy]
      const cut = action('Cut', 'Ctrl X', () => void copyByMenu(path, true))
      const paste = action('Paste', 'Ctrl V', () => void pasteByMenu(path))
      return path.length === 0 ? [copy, paste] : [copy, cut, paste]
    },
  }
}

async function readClipboard(): Promise<string | null> {
  try {
    return (await navigator.clipboard?.readText?.()) ?? null
  } catch {
    // Not allowed, or no page that comes over https.
    return null
  }
}

/** Answers Ctrl C, X and V while a row has the focus, and no text is marked. */
export function useClipboardKeys(box: React.RefObject<HTMLElement | null>, keys: (event: ClipboardEvent) => boolean) {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: ClipboardEvent) => {
      const { activeElement } = document
      const isRow = activeElement?.getAttribute('role') === 'treeitem' && box.current?.contains(activeElement)
      const marked = event.type !== 'paste' && getSelection()?.isCollapsed === false
      if (isRow && !marked && latest.current(event)) event.preventDefault()
    }
    const types = ['copy', 'cut', 'paste'] as const
    for (const type of types) window.addEventListener(type, pressed)
    return () => {
      for (const type of types) window.removeEventListener(type, pressed)
    }
  }, [box])
}
