import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { useState } from 'react'
import type { ComponentDraft } from '../model/draft.ts'

/** Records to look at while mapping, as JSON that can be typed, and the one that is looked at. */
export type Samples = {
  text: string
  setText: (text: string) => void
  /** What is wrong with the text; null when it holds records. */
  problem: string | null
  count: number
  at: number
  record: Record<string, unknown> | undefined
  next: () => void
  random: () => void
}

/** @param input the input of the component that the records come from: its test payload holds the first ones */
export function useSamples(draft: Pick<ComponentDraft, 'testPayload'>, input: string | undefined): Samples {
  const [text, setText] = useState(() => {
    const payload = parseJson(draft.testPayload)
    const records = isObject(payload) && input !== undefined ? payload[input] : undefined
    return JSON.stringify(recordsOf(records) ?? [], null, 2)
  })
  const [index, setIndex] = useState(0)
  const records = recordsOf(parseJson(text))
  const count = records?.length ?? 0
  const at = Math.min(index, Math.max(0, count - 1))
  return {
    text,
    setText,
    problem: records === null ? 'This is no list of records: write [{ "sku": "A-1" }].' : null,
    count,
    at,
    record: records?.[at],
    next: () => setIndex((at + 1) % Math.max(1, count)),
    // Never the one that is there already.
    random: () => setIndex((at + 1 + Math.floor(Math.random() * Math.max(1, count - 1))) % Math.max(1, count)),
  }
}

/** The records of a value, of which one alone is a list too; null when it holds anything else. */
function recordsOf(value: unknown): Record<string, unknown>[] | null {
  if (isObject(value)) return [value]
  return Array.isArray(value) && value.every(isObject) ? value : null
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
