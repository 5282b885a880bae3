import type { UpdateReport } from '@millrace/contract'
import { expect, it } from 'vitest'
import { exampleReport } from './versions.examples.ts'
import { fieldWords, madeVersions, summaryOf, updateRows } from './update-rows.ts'

const row = (over: Partial<UpdateReport>, name = 'Wheel') => exampleReport('schema', name, over)

it('VER-027/ui VER-028/ui rows stand by kind, each behind what uses it, with its state', () => {
  const report = exampleReport('component', 'Join', {
    update: true,
    schemas: [
      row({ updated: true }),
      row({ child_update: true, schemas: [row({}, 'Spoke'), row({ updated: true })] }, 'Tyre'),
    ],
  })
  const { component, schema } = updateRows(report)
  expect(component.map(({ state, depth }) => `${state} ${depth}`)).toEqual(['update 0'])
  expect(schema.map(({ state, depth }) => `${state} ${depth}`)).toEqual(['updated 1', 'child_update 1', 'none 2'])
})

it('tells what got a new version, used ones first', () => {
  const made = { ...row({}).old, version: 7 }
  const report = row({ update: true, new: made, schemas: [row({ update: true, new: { ...made, version: 3 } })] })
  expect(madeVersions(report).map(({ from, to }) => `${from} ${to}`)).toEqual(['1 3', '1 7'])
})

it('says in a line what changes, of what is chosen, and whether it breaks anything', () => {
  const why = { references: [], changes: [], effect: 'safe' as const, writable: true }
  const pendings = { scheduled: [], repeatable: [{} as never] }
  const country = exampleReport('pipeline', 'Bikes fr-FR', { update: true, why, pendings })
  const report = exampleReport('pipeline', 'Bikes', { update: true, why, pendings, pipelines: [country] })
  expect(summaryOf(report, { countries: true, plans: true })).toBe('2 documents change, nothing breaks; 2 plans move.')
  expect(summaryOf(report, { countries: false, plans: true })).toBe('1 document changes, nothing breaks; 1 plan moves.')
  const breaking = { ...report, why: { ...why, effect: 'breaking' as const } }
  expect(summaryOf(breaking, { countries: true, plans: false })).toBe('2 documents change, 1 breaking.')
})

it('calls fields as the editor does, and the others by their path', () => {
  expect(['masterPipeline', 'component', 'inputs.rows[]', ''].map(fieldWords)).toEqual([
    ...['Master', 'Component', 'inputs.rows[]', 'the whole'],
  ])
})
