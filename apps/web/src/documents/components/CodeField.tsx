import { createContext, use, useRef } from 'react'
import { CodeEditor } from '../../code/CodeEditor.tsx'
import type { PickerProps } from '../../forms/form-control.ts'
import { RunFaultContext } from './bench/run-fault-context.ts'
import { CodeTables } from './CodeTables.tsx'
import { linkScope, leafScope, type OwnScope } from './model/code-scope.ts'
import type { ComponentDraft } from './model/draft.ts'
import { useCodeScope, useCodeSurroundings } from './use-code-scope.ts'
import type { UsedComponents } from './use-used-components.ts'

/** The component that is edited, for what its form writes: code, settings. */
type CodedComponent = { draft: ComponentDraft; used: UsedComponents; folder: string; recordWise?: boolean }

export const CodedComponentContext = createContext<CodedComponent | null>(null)

/** The code of a component or of one of its links, in its form. */
export function CodeField({ value, onChange, readOnly, disabled, pointer, ...rest }: PickerProps) {
  const coded = use(CodedComponentContext)
  const surroundings = useCodeSurroundings()
  const marked = use(RunFaultContext)
  const scope = useCodeScope(coded && scopeAt(coded, pointer, surroundings))
  const inserting = useRef<((text: string) => void) | null>(null)
  const mayWrite = !readOnly && !disabled
  return (
    <>
      <CodeEditor
        key={pointer}
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
        readOnly={!mayWrite}
        scope={scope}
        mark={marked?.pointer === pointer ? marked : null}
        label={rest['aria-label'] ?? 'Code'}
        onReady={(insert) => {
          inserting.current = insert
        }}
      />
      {coded?.draft.isDB === true && linkAt(pointer) === undefined && (
        <CodeTables onInsert={mayWrite ? (text) => inserting.current?.(text) : undefined} />
      )}
    </>
  )
}

/** The number of the link whose code it is; undefined for the component's own. */
const linkAt = (pointer: string): string | undefined => /\/links\/(\d+)\/\w+$/.exec(pointer)?.[1]

function scopeAt(
  { draft, used, recordWise }: CodedComponent,
  pointer: string,
  surroundings: ReturnType<typeof useCodeSurroundings>,
): OwnScope | null {
  const index = linkAt(pointer)
  if (index === undefined) return leafScope(draft, surroundings, recordWise)
  const link = draft.links[Number(index)]
  return link === undefined ? null : linkScope(draft, link, (id) => used.byId.get(id), surroundings)
}
