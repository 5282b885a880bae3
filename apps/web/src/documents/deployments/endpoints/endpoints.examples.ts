import type { DeployedEndpoint, EndpointCalls, EndpointKey } from '@millrace/contract'

// Made-up endpoints for tests of screens.

export const exampleEndpoint = (over: Partial<DeployedEndpoint> = {}): DeployedEndpoint => ({
  _id: 'e1',
  path: '/ev-price/v3',
  name: 'Price of a vehicle',
  version: 2,
  pipelineId: 'pv3',
  pipelineName: 'EV price',
  pipelineVersion: 3,
  pipelineVLocked: true,
  route: '/price',
  createDate: '2026-11-18T08:12:00.000Z',
  createUsername: 'marc.manager',
  updateDate: '2026-11-20T16:02:00.000Z',
  updateUsername: 'sam.super',
  isValid: true,
  reason: null,
  keyRequired: false,
  jsonSchema: {
    type: 'object',
    properties: { code: { type: 'string', examples: ['EV-1'] }, pieces: { type: 'integer', minimum: 1 } },
    required: ['code'],
  },
  ...over,
})

export const exampleEndpoints = (): DeployedEndpoint[] => [
  exampleEndpoint(),
  exampleEndpoint({
    _id: 'e2',
    path: '/stock-levels/v1',
    route: '/stock',
    name: 'Stock of a dealer',
    version: 5,
    pipelineId: 'pv7',
    pipelineName: 'Stock levels',
    pipelineVersion: 1,
    pipelineVLocked: false,
    updateDate: null,
    updateUsername: null,
    isValid: false,
    reason: 'Version 5 of the component Stock of a dealer was deleted. Publish the pipeline again.',
    keyRequired: true,
  }),
  exampleEndpoint({
    _id: 'e3',
    path: '/dealers/v2',
    route: '/nearest',
    name: 'Nearest dealer',
    pipelineId: null,
    pipelineName: null,
    pipelineVersion: null,
    pipelineVLocked: null,
    isValid: false,
    reason: 'The pipeline was deleted. Un-publish the endpoint.',
  }),
]

export const exampleCalls = (over: Partial<EndpointCalls> = {}): EndpointCalls => ({
  since: '2026-11-18T08:12:00.000Z',
  calls: 18_204,
  errors: 12,
  refused: 340,
  p50: 4.2,
  p95: 18,
  p99: 1240,
  minutes: Array.from({ length: 60 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 10, 20, 16, index)).toISOString(),
    calls: (index * 7) % 23,
    errors: index % 20 === 19 ? 2 : 0,
  })),
  lastErrors: [
    {
      at: '2026-11-20T16:59:10.000Z',
      status: 422,
      message: 'The answer does not fit the output schema: /price must be a number',
    },
    { at: '2026-11-20T16:39:02.000Z', status: 504, message: 'The call took longer than 5 seconds' },
  ],
  ...over,
})

export const exampleKeys = (): EndpointKey[] => [
  {
    _id: 'k1',
    name: 'Web shop',
    createDate: '2026-11-18T08:20:00.000Z',
    createUsername: 'marc.manager',
    expireAt: null,
    lastUsedAt: '2026-11-20T16:59:00.000Z',
    perMinute: 600,
  },
  {
    _id: 'k2',
    name: 'Partner portal',
    createDate: '2026-10-01T08:20:00.000Z',
    createUsername: 'sam.super',
    expireAt: '2026-10-31T22:59:59.999Z',
    lastUsedAt: null,
    perMinute: null,
  },
]
