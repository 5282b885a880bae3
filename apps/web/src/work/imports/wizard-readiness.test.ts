import type { Upload } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { examplePipeline, exampleSource } from '../../documents/pipelines/pipelines.examples.ts'
import type { Choice } from '../uploads/sending.ts'
import { sourceFiles } from '../uploads/source-files.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import type { GivenFiles } from '../uploads/use-sending-at-once.ts'
import { exampleImport, exampleJob } from './imports.examples.ts'
import { masterPlanReasons, planReasons, processReasons, selectReasons, uploadReasons } from './wizard-readiness.ts'

const pipeline = examplePipeline()
const local = exampleUpload()
const catalogue = exampleUpload({ _id: 'm1', dataSubKind: 'catalogue', pipelineId: 'master' })
const idle = { imp: null, job: null }
const none: GivenFiles = { choices: new Map(), sent: new Set() }
const given = (choice: Partial<Choice>): GivenFiles => ({
  ...none,
  choices: new Map([['local', { what: new File([], 'a.csv'), share: null, failure: null, ...choice }]]),
})

describe('IMP-005/ui Next step is ready', () => {
  it('on step 1 once a pipeline is chosen', () => {
    expect(selectReasons(undefined)).not.toEqual([])
    expect(selectReasons(pipeline)).toEqual([])
  })
  it('on step 2 with a file that has arrived, whatever step 3 will say of it, or a valid last upload for every source', () => {
    const reasons = (own: Upload[], files = none) =>
      uploadReasons(pipeline, sourceFiles(pipeline, own, [catalogue]), files)
    const invalid = exampleUpload({ status: 'invalid' })
    expect(reasons([])).toEqual(['local: no file yet'])
    expect(reasons([local])).toEqual([])
    expect(reasons([exampleUpload({ status: 'validating' })])).toEqual([])
    expect(reasons([invalid])).toEqual(['local: the last file is invalid'])
    expect(reasons([invalid], { ...none, sent: new Set([invalid._id]) })).toEqual([])
  })
  it('UPL-015/ui UPL-016/ui on step 2 not while a file or a fetch is on its way or has failed', () => {
    const reasons = (choice: Partial<Choice>) =>
      uploadReasons(pipeline, sourceFiles(pipeline, [local], [catalogue]), given(choice))
    expect(reasons({ share: 0.5 })).toEqual(['local: still being sent'])
    expect(reasons({ failure: 'no' })).toEqual(['local: could not be sent'])
    expect(reasons({ what: 'fetch', share: 0 })).toEqual(['local: still being fetched'])
    expect(reasons({ what: 'fetch', failure: 'no' })).toEqual(['local: could not be fetched'])
  })
  it('on step 3 once nothing is on its way and every file is valid: with any other, step 4 is a dead end', () => {
    const both = examplePipeline({
      dataSources: [
        exampleSource(),
        exampleSource({ dataSubKind: 'stock' }),
        exampleSource({ dataSubKind: 'catalogue', dataFromMaster: true }),
      ],
    })
    const stock = exampleUpload({ _id: 's1', dataSubKind: 'stock' })
    const reasons = (own: Upload[], files = none, masters = [catalogue]) =>
      processReasons(sourceFiles(both, own, masters), files)
    const invalid = exampleUpload({ status: 'invalid' })
    const validating = exampleUpload({ status: 'validating' })
    expect(reasons([local, stock])).toEqual([])
    expect(reasons([validating, stock])).toEqual(['local: still validating'])
    expect(reasons([invalid, stock])).toEqual(['local: the last file is invalid'])
    expect(reasons([stock])).toEqual(['local: no file yet'])
    expect(reasons([local, stock], given({ share: 0 }))).toEqual(['local: still being sent'])
    expect(reasons([invalid, { ...stock, status: 'validating' }], given({ failure: 'no' }))).toEqual([
      'local: could not be sent',
      'stock: still validating',
    ])
    expect(reasons([local, stock], none, [{ ...catalogue, status: 'invalid' }])).toEqual([
      'catalogue (from master): the last file is invalid',
    ])
  })
  it('on step 3 of a pipeline that takes no files, or those of a master that this person may not see', () => {
    const fed = examplePipeline({ dataSources: [exampleSource({ dataFromMaster: true })] })
    expect(processReasons([], none)).toEqual([])
    expect(processReasons(sourceFiles(fed, [], null), none)).toEqual([])
  })
})

it('UPL-008/ui a pipeline lacking a property blocks the upload step', () => {
  const bare = examplePipeline({ brand: null })
  expect(uploadReasons(bare, sourceFiles(bare, [local], [catalogue]), none)).toEqual([
    'cannot be run because of missing properties',
  ])
})

describe('step 4', () => {
  it('IMP-009/ui needs a valid last upload for each data source', () => {
    expect(planReasons(pipeline, sourceFiles(pipeline, [local], [catalogue]), idle)).toEqual([])
    expect(planReasons(pipeline, sourceFiles(pipeline, [local], []), idle)).toEqual([
      'catalogue (from master): no file yet',
    ])
  })
  it('counts neither disabled sources nor those that receive data by themselves (D-67)', () => {
    const more = examplePipeline({
      dataSources: [
        exampleSource(),
        exampleSource({ dataSubKind: 'off', enabled: false }),
        exampleSource({ dataSubKind: 'pushed', connectorType: 'listener' }),
        exampleSource({ dataSubKind: 'called', connectorType: 'endpoint' }),
      ],
    })
    expect(planReasons(more, sourceFiles(more, [local], null), idle)).toEqual([])
  })
  it('never falls back to an older file when the last one is invalid', () => {
    const newer = exampleUpload({ _id: 'u2', status: 'invalid', createdAt: '2026-11-21T08:00:00.000Z' })
    expect(planReasons(pipeline, sourceFiles(pipeline, [local, newer], [catalogue]), idle)).toEqual([
      'local: the last file is invalid',
    ])
    const disabled = { ...newer, enabled: false }
    expect(planReasons(pipeline, sourceFiles(pipeline, [local, disabled], [catalogue]), idle)).toEqual([])
  })
  it('leaves the judgement to the server when the master’s files cannot be read', () => {
    expect(planReasons(pipeline, sourceFiles(pipeline, [local], null), idle)).toEqual([])
  })
  it('IMP-010/ui lists the missing fields by name', () => {
    const bare = examplePipeline({ brand: null, locale: null, dataSources: [] })
    expect(planReasons(bare, [], idle)).toEqual(['Missing field(s) : brand, locale'])
  })
  it('IMP-037/ui is blocked by busy, progress and a pending immediate import, and by no other', () => {
    const files = sourceFiles(pipeline, [local], [catalogue])
    const reasons = (
      state: 'busy' | 'progress' | 'pending' | 'completed' | 'sequential',
      kind: 'immediate' | 'repeat',
    ) => planReasons(pipeline, files, { imp: exampleImport({ state }), job: exampleJob({ kind }) })
    const alert = ['Cannot create or edit the import. There is already an import running for this pipeline.']
    expect(reasons('busy', 'repeat')).toEqual(alert)
    expect(reasons('progress', 'repeat')).toEqual(alert)
    expect(reasons('pending', 'immediate')).toEqual(['Cannot edit the import. An immediate import is pending.'])
    expect(reasons('pending', 'repeat')).toEqual([])
    expect(reasons('completed', 'immediate')).toEqual([])
    expect(reasons('sequential', 'immediate')).toEqual([])
  })
  it('IMP-011/ui a master needs country pipelines, IMP-013/ui and one of them chosen', () => {
    expect(masterPlanReasons(pipeline, [], 0, 0)).toEqual(['Master pipeline has no country pipelines'])
    expect(masterPlanReasons(pipeline, [], 2, 0)).toHaveLength(1)
    expect(masterPlanReasons(pipeline, [], 2, 1)).toEqual([])
  })
})
