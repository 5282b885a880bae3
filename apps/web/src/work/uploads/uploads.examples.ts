import type { FindingGroup, Upload, UploadSender } from '@millrace/contract'

// Made-up uploads for tests of screens.

export const exampleUpload = (over: Partial<Upload> = {}): Upload => ({
  _id: 'u1',
  pipelineId: 'fr',
  status: 'valid',
  enabled: true,
  originalFilename: 'bikes-fr-FR.csv',
  createdAt: '2026-11-20T16:02:00.000Z',
  dataSubKind: 'local',
  from: 'source',
  size: 44_000,
  sha256: 'a'.repeat(64),
  counts: { records: 197, valid: 157, rejected: 40 },
  detected: { encoding: 'windows-1252', delimiter: ';', decimal: ',' },
  ...over,
})

export const exampleSender = (over: Partial<UploadSender> = {}): UploadSender => ({
  _id: 'u1',
  how: 'sent',
  userName: 'marc.manager',
  plan: null,
  listener: null,
  ...over,
})

export const exampleFinding = (over: Partial<FindingGroup['first'][number]> = {}): FindingGroup['first'][number] => ({
  row: 12,
  line: 13,
  column: 'FrenchDescription',
  path: '/description',
  rule: 'minLength',
  value: '',
  message: 'FrenchDescription is empty',
  ...over,
})

export const exampleGroup = (over: Partial<FindingGroup> = {}): FindingGroup => ({
  rule: 'minLength',
  column: 'FrenchDescription',
  message: 'FrenchDescription is empty',
  count: 40,
  first: [exampleFinding(), exampleFinding({ row: 20, line: 21 })],
  ...over,
})
