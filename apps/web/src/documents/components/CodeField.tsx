import { createContext, use } from 'react'
import { CodeEditor } from '../../code/CodeEditor.tsx'
import type { PickerProps } from '../../forms/form-control.ts'
import { linkScope, leafScope, type OwnScope } from './model/code-scope.ts'
import type { ComponentDraft } from './model/draft.ts'
import { useCodeScope, useCodeSurroundings } from './use-code-scope.ts'
import type { UsedComponents } from './use-used-components.ts'

/** The component whose code is written. */
export const CodedComponentContext = createContext<{ draft: ComponentDraft; used: UsedComponents } | null>(null)

/** The code of a component or of one of its links, in its form. */
export function CodeField({ value, onChange, readOnly, disabled, pointer, ...rest }: PickerProps) {
  const coded = use(CodedComponentContext)
  const surroundings = useCodeSurroundings()
  const scope = useCodeScope(coded && scopeAt(coded, pointer, surroundings))
  return (
    <CodeEditor
      key={pointer}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      readOnly={readOnly || disabled}
      scope={scope}
      label={rest['aria-label'] ?? 'Code'}
    />
  )
}

function scopeAt(
  { draft, used }: { draft: ComponentDraft; used: UsedComponents },
  pointer: string,
  surroundings: ReturnType<typeof useCodeSurroundings>,
): OwnScope | null {
  const [, index] = /\/links\/(\d+)\/\w+$/.exec(pointer) ?? []
  if (index === undefined) return leafScope(draft, surroundings)
  const link = draft.links[Number(index)]
  return link === undefined ? null : linkScope(draft, link, used, surroundings)
}
