import type { DocKind, UpdateReport, VersionRecord } from '@millrace/contract'
import type { ShownDocument } from './shown-document.ts'

// Made-up versions for tests of screens.

const exampleVersion = (version: number, vLocked: boolean, parents: number[] = []): VersionRecord => ({
  _id: `v${version}`,
  version,
  vLocked,
  vParents: parents.map((parent) => `v${parent}`),
  lastUpdateDate: `2026-11-2${version}T16:02:00.000Z`,
})

/** Newest first: a draft of each of two locked versions. */
export const exampleVersions = (): VersionRecord[] => [
  exampleVersion(4, false, [1]),
  exampleVersion(3, false, [2]),
  exampleVersion(2, true, [1]),
  exampleVersion(1, true),
]

/** Version 4 of them on screen, for somebody who may write. */
export const exampleDocument = (over: Partial<ShownDocument> = {}): ShownDocument => ({
  _id: 'v4',
  name: 'Bike',
  version: 4,
  vLocked: false,
  read_only: false,
  versions: exampleVersions(),
  ...over,
})

/** A document of an update preview that stays as it is. */
export const exampleReport = (type: DocKind, name: string, over: Partial<UpdateReport> = {}): UpdateReport => ({
  old: { _id: `${name}-1`, name, version: 1, vLocked: true, type },
  new: null,
  update: false,
  updated: false,
  child_update: false,
  schemas: [],
  components: [],
  pipelines: [],
  pendings: { scheduled: [], repeatable: [] },
  updatePendings: false,
  ...over,
})
