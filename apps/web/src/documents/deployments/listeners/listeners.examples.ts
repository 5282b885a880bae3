import type { DeployedListener, ListenerMessage, Pipeline } from '@millrace/contract'
import { exampleSource } from '../../pipelines/pipelines.examples.ts'

// Made-up listeners for tests of screens.

export const exampleListener = (over: Partial<DeployedListener> = {}): DeployedListener => ({
  _id: 'l1',
  state: 'listening',
  pipelineId: 'v4',
  pipelineName: 'Price changes',
  pipelineVersion: 4,
  pipelineVLocked: false,
  listener: 'prices',
  workflow: 'Take over prices',
  createDate: '2026-11-18T08:12:00.000Z',
  createUsername: 'marc.manager',
  updateDate: null,
  updateUsername: null,
  isValid: true,
  listenerName: 'prices',
  kind: 'http',
  address: 'https://millrace.example.com/api/importer/v1/runtime/listener/l1',
  reason: null,
  paused: false,
  lastMessageAt: '2026-11-20T16:59:00.000Z',
  lag: 0,
  received: 1204,
  held: 2,
  dead: 0,
  ...over,
})

export const exampleListeners = (): DeployedListener[] => [
  exampleListener(),
  exampleListener({
    _id: 'l2',
    listener: 'orders',
    kind: 'amqp',
    address: 'amqps://broker.example.com/orders',
    state: 'error',
    reason: 'The broker does not answer: connect ECONNREFUSED 10.0.0.4:5671. It is tried again every 30 seconds.',
    lastMessageAt: null,
    lag: null,
    received: 0,
    held: 0,
  }),
  exampleListener({ _id: 'l3', listener: 'stock', kind: 'mqtt', state: 'stopped', paused: true, lag: 18 }),
  exampleListener({ _id: 'l4', listener: 'returns', kind: 'nats', state: 'stopped' }),
  exampleListener({
    _id: 'l5',
    listener: 'dealers',
    state: 'error',
    pipelineId: null,
    pipelineName: null,
    pipelineVersion: null,
    pipelineVLocked: null,
    isValid: false,
    reason: 'The pipeline was deleted. Un-publish the listener.',
  }),
]

export const exampleMessages = (): ListenerMessage[] => [
  {
    _id: 'm1',
    state: 'held',
    receivedAt: '2026-11-20T16:58:00.000Z',
    reason: 'price must be a number',
    text: '{"code":"EV-1","price":"n/a"}',
    size: 29,
  },
  {
    _id: 'm2',
    state: 'held',
    receivedAt: '2026-11-20T16:40:00.000Z',
    reason: 'The message is no JSON: Unexpected token < at its beginning',
    text: `<prices>${'<price code="EV-1">39900</price>'.repeat(20)}`,
    size: 4096,
  },
]

/** The pipeline whose versions a message can be tried with. */
export const examplePipelineDocument = (over: Partial<Pipeline> = {}): Pipeline => ({
  _id: 'v4',
  id: 'v4',
  name: 'Price changes',
  version: 4,
  vLocked: false,
  isMaster: true,
  masterPipeline: null,
  brand: null,
  locale: null,
  productLine: null,
  datakind: null,
  dataSources: [exampleSource({ dataSubKind: 'prices', connectorType: 'listener', contentType: 'json' })],
  dataSinks: [],
  folder: 'f1',
  component: 'c1',
  sys_version: 1,
  read_only: false,
  isHidden: false,
  pipelineSchema: {},
  inputSchema: {},
  outputSchema: {},
  versions: [
    { _id: 'v4', version: 4, vLocked: false, vParents: ['v3'], lastUpdateDate: '2026-11-20T16:02:00.000Z' },
    { _id: 'v3', version: 3, vLocked: true, vParents: [], lastUpdateDate: '2026-11-18T16:02:00.000Z' },
  ],
  endpoints: [{ route: '/price' }],
  listeners: [{ name: 'prices', kind: 'http', source: 'prices' }],
  ...over,
})
