import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { JsonSuggest } from './json-completion.ts'
import { type MountedEditor, mountJsonEditor, type PlacedProblem } from './json-editor.ts'
import styles from './code.module.css'

export type JsonEditorHandle = Pick<MountedEditor, 'reveal'>

type Props = {
  value: string
  /** Names it for screen readers. */
  label: string
  onChange?: (text: string) => void
  readOnly?: boolean
  /** Faults of the text as JSON; 0 when it can be read without loss. */
  onFaults?: (count: number) => void
  /** What is wrong with the value, shown at its place. */
  check?: (value: unknown) => readonly PlacedProblem[]
  suggest?: JsonSuggest
  ref?: Ref<JsonEditorHandle>
}

const nothing = () => {}
const noProblems = () => []

/** A JSON text with its faults at their place. Load it lazily: CodeMirror is 70 KB. */
export function JsonEditor({ value, label, readOnly = false, ref, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<MountedEditor | null>(null)
  const latest = useRef(rest)
  latest.current = rest
  const first = useRef({ value, label, readOnly })
  useEffect(() => {
    if (box.current === null) return
    const mounted = mountJsonEditor({
      parent: box.current,
      ...first.current,
      onChange: (text) => (latest.current.onChange ?? nothing)(text),
      onFaults: (count) => (latest.current.onFaults ?? nothing)(count),
      check: (read) => (latest.current.check ?? noProblems)(read),
      suggest: (pointer, wanted) => latest.current.suggest?.(pointer, wanted) ?? [],
    })
    editor.current = mounted
    return () => mounted.destroy()
  }, [])
  useEffect(() => editor.current?.setValue(value), [value])
  useEffect(() => editor.current?.setReadOnly(readOnly), [readOnly])
  useImperativeHandle(ref, () => ({ reveal: (pointer) => editor.current?.reveal(pointer) }), [])
  return <div ref={box} className={styles.editor} />
}
