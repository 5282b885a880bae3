import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'

/** A line of code with what happened there when it ran. */
export type CodeMark = {
  line: number
  message: string
  /** Whoever counts it up wants to see the line. */
  shown: number
}

const setMark = StateEffect.define<CodeMark | null>()

class MarkMessage extends WidgetType {
  readonly message: string
  constructor(message: string) {
    super()
    this.message = message
  }
  override eq(other: MarkMessage): boolean {
    return other.message === this.message
  }
  toDOM(): HTMLElement {
    const box = document.createElement('div')
    box.className = 'cm-runFault'
    box.textContent = this.message
    return box
  }
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let next = before.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue
      const { value } = effect
      if (value === null) next = Decoration.none
      else {
        const { doc } = transaction.state
        const { from, to } = doc.line(Math.min(Math.max(1, value.line), doc.lines))
        next = Decoration.set([
          Decoration.line({ class: 'cm-runFaultLine' }).range(from),
          Decoration.widget({ widget: new MarkMessage(value.message), block: true, side: 1 }).range(to),
        ])
      }
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

const look = EditorView.theme({
  '.cm-runFaultLine': { backgroundColor: 'var(--error-back)', boxShadow: 'inset 3px 0 var(--error)' },
  '.cm-runFault': { padding: '0 8px 2px 12px', color: 'var(--error)', whiteSpace: 'pre-wrap' },
})

/** Lines of code can be marked with what happened there. */
export const codeMarks: Extension = [marks, look]

/** Marks a line, in place of the one before; null takes the mark away. */
export const markLine = (view: EditorView, mark: CodeMark | null): void => view.dispatch({ effects: setMark.of(mark) })

/** Puts the cursor at the start of the line and brings it into sight. */
export function revealLine(view: EditorView, line: number): void {
  const { doc } = view.state
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines))
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  view.focus()
}
