import { useDeferredValue, useMemo, useState } from 'react'
import type { ComponentDraft, ComponentEdit } from '../model/draft.ts'
import type { BenchTexts } from './bench-run.ts'
import { recordPorts } from './records.ts'

const fields = {
  payload: ['testPayload', 'test payload'],
  context: ['testContext', 'test context'],
} as const

/**
 * Payload and context as they are written in the bench. Those of a version that is open for writing are part of it and
 * saved with it (CMP-002); those of a locked one are typed for this visit.
 */
export function useBenchTexts(draft: ComponentDraft, readOnly: boolean, onEdit: (edit: ComponentEdit) => void) {
  const [typed, setTyped] = useState<Partial<BenchTexts>>({})
  const kept = { payload: draft.testPayload, context: draft.testContext }
  const texts: BenchTexts = readOnly ? { ...kept, ...typed } : kept
  const setText = (name: keyof BenchTexts, text: string) => {
    if (readOnly) return setTyped((before) => ({ ...before, [name]: text }))
    const [field, word] = fields[name]
    if (draft[field] !== text)
      onEdit({ name: `change of ${word}`, value: { ...draft, [field]: text }, selected: [], joins: word })
  }
  const settled = useDeferredValue(texts.payload)
  const ports = useMemo(() => recordPorts(parsed(settled), draft.inputs), [settled, draft.inputs])
  return { texts, setText, ports }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
