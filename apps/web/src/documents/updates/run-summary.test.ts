import type { MassRow } from '@millrace/contract'
import { expect, it } from 'vitest'
import { exampleReport } from '../versions/versions.examples.ts'
import { rowText } from './run-summary.ts'

const { old } = exampleReport('pipeline', 'Bikes')
const done = (over: Partial<MassRow>): MassRow => ({
  ...{ old, new: old, state: 'done', error: null, touched: [] },
  ...over,
})

it.each<[text: string, kind: 'update' | 'lock', row: MassRow]>([
  ['Version 1 updated to version 2', 'update', done({ new: { ...old, _id: 'b', version: 2 } })],
  ['Plans moved to version 1', 'update', done({})],
  ['Version 1 is up to date', 'update', done({ touched: [exampleReport('component', 'Map').old] })],
  ['Version 1 locked', 'lock', done({ touched: [old] })],
  ['waiting', 'lock', done({ state: 'waiting', new: null })],
  ['failed', 'update', done({ state: 'failed', new: null, error: 'Too late' })],
])('VER-025/ui a master of a run reads: %s', (text, kind, row) => {
  expect(rowText({ kind }, row)).toBe(text)
})
