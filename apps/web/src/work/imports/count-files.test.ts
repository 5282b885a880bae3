import { expect, it } from 'vitest'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { countFiles } from './count-files.ts'

const file = (status?: 'valid' | 'invalid' | 'validating') => ({
  upload: status === undefined ? null : exampleUpload({ status }),
})

it.each([
  [[file('valid')], '1 of 1 file valid'],
  [[file('valid'), file('invalid')], '1 of 2 files valid, 1 invalid'],
  [[file(), file('validating'), file()], '0 of 3 files valid, 1 being checked, 2 missing'],
])('counts the files of a country by what their checks said', (files, words) => {
  expect(countFiles(files)).toBe(words)
})
