import type { ComponentDraft } from '../model/draft.ts'

/** What is no part of what runs: the texts of the bench itself, and words for people. */
const aside: ReadonlySet<string> = new Set<keyof ComponentDraft>(['testPayload', 'testContext', 'description'])

/** Whether a run of the saved component runs what is on screen. */
export const isCodeSaved = (draft: ComponentDraft, saved: ComponentDraft): boolean =>
  (Object.keys(saved) as (keyof ComponentDraft)[]).every((key) => aside.has(key) || isSame(draft[key], saved[key]))

/** The same parts are the same objects, unless a save came between two edits. */
const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
