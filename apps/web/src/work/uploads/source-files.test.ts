import { expect, it } from 'vitest'
import { lastUploadsOf } from './source-files.ts'
import { exampleUpload } from './uploads.examples.ts'

it('UPL-014/ui shows at most four of the last uploads, enabled ones only, newest first', () => {
  const uploads = [1, 2, 3, 4, 5, 6].map((day) =>
    exampleUpload({ _id: `u${day}`, createdAt: `2026-11-0${day}T08:00:00.000Z`, enabled: day !== 5 }),
  )
  const others = [
    exampleUpload({ _id: 'out', from: 'destination' }),
    exampleUpload({ _id: 'other', dataSubKind: 'stock' }),
  ]
  expect(lastUploadsOf([...uploads, ...others], 'local').map(({ _id }) => _id)).toEqual(['u6', 'u4', 'u3', 'u2'])
})
