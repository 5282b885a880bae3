import { describe, expect, it } from 'vitest'
import { examplePipeline, exampleSource } from '../../documents/pipelines/pipelines.examples.ts'
import { sourceFiles } from '../uploads/source-files.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { exampleImport, exampleJob } from './imports.examples.ts'
import { masterPlanReasons, planReasons, processReasons, selectReasons, uploadReasons } from './wizard-readiness.ts'

const pipeline = examplePipeline()
const local = exampleUpload()
const catalogue = exampleUpload({ _id: 'm1', dataSubKind: 'catalogue', pipelineId: 'master' })
const idle = { imp: null, job: null }
const none = new Set<string>()

describe('IMP-005/ui Next step is ready', () => {
  it('on step 1 once a pipeline is chosen', () => {
    expect(selectReasons(undefined)).not.toEqual([])
    expect(selectReasons(pipeline)).toEqual([])
  })
  it('on step 2 with a file chosen or a valid last upload for every source', () => {
    expect(uploadReasons(pipeline, sourceFiles(pipeline, [], [catalogue]), none)).toEqual(['local: no file yet'])
    expect(uploadReasons(pipeline, sourceFiles(pipeline, [], [catalogue]), new Set(['local']))).toEqual([])
    expect(uploadReasons(pipeline, sourceFiles(pipeline, [local], [catalogue]), none)).toEqual([])
  })
  it('on step 3 once nothing is validating, valid or not', () => {
    const files = (status: 'validating' | 'invalid') => sourceFiles(pipeline, [exampleUpload({ status })], [catalogue])
    expect(processReasons(files('validating'))).toEqual(['local: still validating'])
    expect(processReasons(files('invalid'))).toEqual([])
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
