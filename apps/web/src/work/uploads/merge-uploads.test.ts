import { expect, it } from 'vitest'
import { mergeUploads, mergeReadUploads } from './merge-uploads.ts'
import { exampleUpload } from './uploads.examples.ts'

it('UPL-010/ui a verdict that was pushed is not taken back by an older answer', () => {
  const valid = exampleUpload({ status: 'valid' })
  const late = exampleUpload({ status: 'validating' })
  expect(mergeUploads([valid], [late])).toEqual([valid])
  expect(mergeUploads([late], [valid])).toEqual([valid])
  expect(mergeReadUploads([valid], [late])).toEqual([valid])
})
it('an upload that was switched off stays off', () => {
  const off = exampleUpload({ enabled: false })
  expect(mergeUploads([off], [exampleUpload()])[0]?.enabled).toBe(false)
})
it('new uploads come first', () => {
  const newer = exampleUpload({ _id: 'u2', createdAt: '2026-11-21T08:00:00.000Z' })
  expect(mergeUploads([exampleUpload()], [newer]).map(({ _id }) => _id)).toEqual(['u2', 'u1'])
})
