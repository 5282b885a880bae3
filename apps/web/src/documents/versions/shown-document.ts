import type { DocKind, VersionRecord } from '@millrace/contract'

/** A document with the version that is on screen. */
export type ShownDocument = {
  _id: string
  name: string
  version: number
  vLocked: boolean
  read_only: boolean
  /** Newest first. */
  versions: readonly VersionRecord[]
  isMaster?: boolean | undefined
  /** Whether this person may change the document; where nobody says, it is worked out of `read_only` and the role. */
  writes?: boolean
}

/** Where documents of a kind are managed. */
export const managePaths: Record<DocKind, string> = {
  pipeline: '/manage/pipeline',
  schema: '/manage/schemas',
  component: '/manage/components',
}
