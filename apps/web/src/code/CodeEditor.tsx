import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './code.module.css'
import type { CodeMark } from './code-mark.ts'
import type { CodeEditorOptions, MountedCode } from './code-editor.ts'
import type { CodeScope } from './code-scope.ts'
import { useSeen } from './use-seen.ts'

type Props = {
  value: string
  onChange: (text: string) => void
  readOnly?: boolean
  /** What the code is and sees; without it nothing is checked. */
  scope: CodeScope | null
  /** The line that failed when the code ran. */
  mark?: CodeMark | null
  /** Names it for screen readers. */
  label: string
  /** Is given what puts a text where the cursor stands: in the plain field first, in CodeMirror once that is there. */
  onReady?: (insert: MountedCode['insert']) => void
}

/** Lines that are shown without scrolling, as many as CodeMirror shows. */
const maxLines = 26

type Loaded = { mount: (options: CodeEditorOptions) => MountedCode } & Taken
/** What the editor takes over from the plain field. */
type Taken = Pick<CodeEditorOptions, 'selection' | 'hasFocus'>

/**
 * The JavaScript of a component or a link. CodeMirror is fetched when the first one comes into sight, since a page
 * without it loads a fifth less; until then, and where it cannot be had, the code stands in a plain field that can be
 * written in as well.
 */
export function CodeEditor(props: Props) {
  const { value, onChange, readOnly = false, label, onReady } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const wasEntered = useRef(false)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const isSeen = useSeen(field)
  useEffect(() => {
    if (!isSeen) return
    let isGone = false
    const take = ({ mountCodeEditor }: typeof import('./code-editor.ts')) => {
      if (isGone) return
      const taken = takeFrom(field.current, wasEntered.current)
      // At once: a key pressed in between would go to the field that is on its way out.
      flushSync(() => setLoaded({ mount: mountCodeEditor, ...taken }))
    }
    import('./code-editor.ts').then(take, () => undefined)
    return () => {
      isGone = true
    }
  }, [isSeen])
  const plain = useRef({ onChange, onReady })
  plain.current.onChange = onChange
  useLayoutEffect(() => {
    plain.current.onReady?.((text) => {
      if (field.current === null) return
      insertInto(field.current, text, wasEntered.current)
      plain.current.onChange(field.current.value)
    })
  }, [])
  if (loaded !== null) return <LoadedEditor {...props} {...loaded} />
  return (
    <textarea
      ref={field}
      className={styles.plain}
      aria-label={label}
      rows={Math.max(6, Math.min(value.split('\n').length, maxLines))}
      spellCheck={false}
      value={value}
      readOnly={readOnly}
      onFocus={() => {
        wasEntered.current = true
      }}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The cursor stays where somebody put it, also when they are somewhere else by now: a text may be inserted there. */
const takeFrom = (field: HTMLTextAreaElement | null, wasEntered: boolean): Taken =>
  field === null || !wasEntered
    ? { selection: { anchor: 0, head: 0 }, hasFocus: false }
    : {
        selection: { anchor: field.selectionStart, head: field.selectionEnd },
        hasFocus: document.activeElement === field,
      }

/** In the place of what is selected, as CodeMirror does; at the beginning of a field that nobody was in. */
function insertInto(field: HTMLTextAreaElement, text: string, wasEntered: boolean): void {
  if (!wasEntered) field.setSelectionRange(0, 0)
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.focus()
}

function LoadedEditor(props: Props & Loaded) {
  const { value, onChange, readOnly = false, scope, mark = null, label, onReady, mount, selection, hasFocus } = props
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<MountedCode | null>(null)
  const latest = useRef(onChange)
  latest.current = onChange
  const first = useRef({ value, label, readOnly, scope, mount, selection, hasFocus, onReady })
  const [isUnchecked, setUnchecked] = useState(false)
  useLayoutEffect(() => {
    // Done again when something beside it has loaded: what was typed stands in the editor that is there.
    if (box.current === null || editor.current !== null) return
    const { mount: mountEditor, onReady: onReadyFirst, ...options } = first.current
    const mounted = mountEditor({
      ...options,
      parent: box.current,
      onChange: (text) => latest.current(text),
      onUnchecked: () => setUnchecked(true),
    })
    editor.current = mounted
    onReadyFirst?.(mounted.insert)
  }, [])
  useEffect(
    () => () => {
      editor.current?.destroy()
      editor.current = null
    },
    [],
  )
  useEffect(() => editor.current?.setValue(value), [value])
  useEffect(() => editor.current?.setReadOnly(readOnly), [readOnly])
  useEffect(() => editor.current?.setMark(mark), [mark])
  useEffect(() => editor.current?.setScope(scope), [scope])
  return (
    <>
      <div ref={box} className={styles.code} />
      {isUnchecked && <p className="note">The code cannot be checked while you type. It is when you test it.</p>}
    </>
  )
}
