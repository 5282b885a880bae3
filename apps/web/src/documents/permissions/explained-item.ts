import type { TaggedType } from '@millrace/contract'

/** A folder or document that somebody asks about, with the folders around it as text. */
export type ExplainedItem = { type: TaggedType; id: string; name: string; path: string }
