import { jsonLanguage } from '@codemirror/lang-json'
import { findJsonFaults } from './json-faults.ts'

/** The value of a JSON text, or the first place that keeps it from being read without loss, counted from 1. */
export type ReadJson =
  | { value: unknown; fault: null }
  | { fault: { message: string; line: number; column: number; text: string } }

/** Reads a JSON text as the editor judges it: what it would change in silence is refused. */
export function readJson(text: string): ReadJson {
  const source = { length: text.length, sliceString: (from: number, to: number) => text.slice(from, to) }
  const [first] = findJsonFaults(jsonLanguage.parser.parse(text), source)
  if (first === undefined) return { value: JSON.parse(text), fault: null }
  const before = text.slice(0, first.from)
  const line = before.split('\n').length
  const column = first.from - before.lastIndexOf('\n')
  return { fault: { message: first.message, line, column, text: text.split('\n')[line - 1] ?? '' } }
}
