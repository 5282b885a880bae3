import type { LockedComparison, VersionRecord } from '@millrace/contract'

// Made-up comparisons for tests and the gallery.

/** Version 2, a draft with this id, of a version 1 that is locked. */
export const exampleDraftOfLocked = (_id: string): VersionRecord[] => [
  { _id, version: 2, vLocked: false, vParents: ['catalogue1'], lastUpdateDate: '2026-11-20T10:00:00.000Z' },
  { _id: 'catalogue1', version: 1, vLocked: true, vParents: [], lastUpdateDate: '2026-11-18T10:00:00.000Z' },
]

type Payload = LockedComparison['payloads'][number]

/** A pipeline in which nothing differs, or what is given. */
export const examplePayload = (more: Partial<Payload> = {}): Payload => ({
  kind: 'pipeline',
  name: 'Bikes de-DE',
  state: 'compared',
  message: null,
  records: 0,
  changed: 0,
  added: 0,
  removed: 0,
  moved: 0,
  fields: [],
  examples: [],
  ...more,
})

/** What changes if the draft is locked, as POST /components/{id}/compareLocked answers it. */
export const exampleComparison = (): LockedComparison => ({
  locked: { _id: 'catalogue1', version: 1 },
  payloads: [
    examplePayload({
      records: 400,
      changed: 11,
      removed: 1,
      fields: [
        { field: '/products/*/price', records: 11 },
        { field: '/products/*/sizes/*', records: 3 },
      ],
      examples: [
        {
          place: 'products, record 12',
          change: 'changed',
          values: [
            { pointer: '/products/11/price', locked: '499', draft: '499.99' },
            { pointer: '/products/11/sizes/2', locked: 'XL', draft: null },
          ],
          more: 2,
        },
        {
          place: 'products, record 40',
          change: 'removed',
          values: [{ pointer: '/products/39', locked: '{"sku":"B40","price":0}', draft: null }],
          more: 0,
        },
      ],
    }),
    examplePayload({ name: 'Bikes fr-FR', state: 'breaks', message: 'no price in record 3' }),
    examplePayload({ name: 'Bikes it-IT', state: 'skipped', message: 'There is no valid upload for rows.' }),
    examplePayload({ kind: 'testCase', name: 'No local texts', state: 'repairs', message: 'local is not a list' }),
    examplePayload({ kind: 'testCase', name: 'Two bikes', records: 2 }),
  ],
})
