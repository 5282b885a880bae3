import type { CodeScope } from '../code-scope.ts'

/** Something wrong with code, at its place. */
export type CodeFault = { from: number; to: number; severity: 'error' | 'warning'; message: string }

/**
 * Something that may be written. `kind` is TypeScript's word for it ('property', 'method'); `apply` what is written
 * instead of its name, from `applyFrom` on.
 */
export type CodeCompletion = {
  label: string
  kind: string
  apply?: string | undefined
  applyFrom?: number | undefined
  /** Suggestions of a smaller one come first. */
  rank: string
}
export type CodeCompletions = { from: number; options: CodeCompletion[] }

/** The type of something as it is declared, and what is said of it. */
export type CompletionDetails = { type: string; description: string }
export type CodeHover = CompletionDetails & { from: number; to: number }

/** What can be asked about code, and what is answered. */
export type CheckerCalls = {
  check: { with: { code: string }; answer: CodeFault[] }
  complete: { with: { code: string; at: number }; answer: CodeCompletions | null }
  describe: { with: { code: string; at: number; label: string }; answer: CompletionDetails | null }
  hover: { with: { code: string; at: number }; answer: CodeHover | null }
}
export type CheckerCall = keyof CheckerCalls

/** A question to the worker. `scope` is there where it is another than that of the question before. */
export type CheckerRequest = {
  [Call in CheckerCall]: { id: number; call: Call; scope?: CodeScope } & CheckerCalls[Call]['with']
}[CheckerCall]
export type CheckerReply = { id: number; answer: unknown }
