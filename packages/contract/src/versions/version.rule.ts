import type { DocKind } from '../documents/documents.messages.ts'

/** 'Version 4 (Prod)' or 'Version 4 (Draft)' (VER-004). */
export const versionText = (version: number, locked: boolean): string =>
  `Version ${version} (${locked ? 'Prod' : 'Draft'})`

/** 'V 4 - 2026-11-20 17:02' (VER-003); `saved` is the minute of the last save in the platform zone (D-103). */
export const versionLabel = (version: number, saved: string): string => `V ${version} - ${saved}`

/** What locking takes along: what the document uses (`force`), and the country pipelines of a master (`country`). */
export type LockScope = { force: boolean; country: boolean }

/** What is asked before a version is locked, unlocked or deleted, word for word (VER-021 to VER-023). */
export const versionQuestions = {
  lock: (type: DocKind, version: number, { force, country }: LockScope): string =>
    [
      `Do you want to lock ${type} version ${version}`,
      ...(force ? ['+ force child lock'] : []),
      ...(country ? ['+ force lock countries pipelines'] : []),
    ].join(' '),
  unlock: (type: DocKind, version: number) => `Do you want to create an unlocked copy of ${type} version ${version}?`,
  delete: (type: DocKind, version: number) => `Do you want to delete ${type} version ${version}?`,
}

/** What is told once it is done, word for word (VER-024, VER-025). */
export const versionDone = {
  locked: (version: number) => `Version ${version} locked`,
  created: (version: number) => `Version ${version} created`,
  deleted: (version: number) => `Version ${version} deleted`,
  updated: (version: number) => `Version ${version} updated`,
  updatedTo: (from: number, to: number) => `Version ${from} updated to version ${to}`,
}

/**
 * Which version an editor opens when the one on screen is deleted: the next in the list, else the previous, else none
 * (VER-011).
 * @param versions newest first, the deleted one among them
 * @returns its id, null where nothing is left
 */
export function versionAfterDeletion(versions: readonly { _id: string }[], deleted: string): string | null {
  const at = versions.findIndex(({ _id }) => _id === deleted)
  return versions[at + 1]?._id ?? versions[at - 1]?._id ?? null
}
