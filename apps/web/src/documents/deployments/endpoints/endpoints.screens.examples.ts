import type { Answers } from '../../../gallery/answers.ts'
import type { ScreenExample } from '../../../gallery/screen-example.ts'
import { exampleCalls, exampleEndpoint, exampleEndpoints, exampleKeys } from './endpoints.examples.ts'

const answers: Answers = {
  'GET /pipelines/deployed-endpoint': exampleEndpoints(),
  'GET /pipelines/get-runtime-api-url': '/runtime/v1',
}
const opened: Answers = {
  ...answers,
  'GET /pipelines/deployed-endpoint/{id}/calls': exampleCalls(),
  'GET /pipelines/deployed-endpoint/{id}/keys': exampleKeys(),
  'POST /pipelines/deployed-endpoint/{id}/key': { key: 'mr_4hT9c0Qx7v2LkW8yZpB1sNfD6gJ3aE5u', _id: 'k3' },
}
/** The row stays where everything else is empty. */
const empty: Answers = {
  'GET /pipelines/deployed-endpoint': [exampleEndpoint()],
  'GET /pipelines/deployed-endpoint/{id}/calls': exampleCalls({
    calls: 0,
    errors: 0,
    refused: 0,
    p50: null,
    p95: null,
    p99: null,
    minutes: exampleCalls().minutes.map(({ at }) => ({ at, calls: 0, errors: 0 })),
    lastErrors: [],
  }),
}

/** What the endpoint itself answers: it is no call of the API. */
const fromEndpoint = (call: string, status: number, body: unknown): Answers =>
  ({ [call]: () => new Response(JSON.stringify(body), { status }) }) as Answers

const refusal = {
  code: 40000,
  message: 'The body does not fit',
  data: {
    findings: [
      {
        row: null,
        line: null,
        column: null,
        path: '/pieces',
        rule: 'minimum',
        value: '0',
        message: 'pieces must be at least 1',
      },
    ],
  },
}

export const endpointsScreens: readonly ScreenExample[] = [
  { name: 'endpoints', at: '/manage/endpoints?rows=e2', as: 'manager', answers },
  { name: 'endpoint-calls', at: '/manage/endpoints?open=e1', as: 'manager', answers: opened, empty },
  { name: 'endpoint-keys', at: '/manage/endpoints?open=e1&tab=keys', as: 'super-admin', answers: opened, empty },
  {
    name: 'endpoint-try',
    at: '/manage/endpoints?open=e1&tab=try',
    as: 'manager',
    answers: { ...opened, ...fromEndpoint('POST /runtime/v1/ev-price/v3/price', 200, { price: 39_900 }) },
    empty,
    press: ['Send'],
  },
  {
    name: 'endpoint-refuses',
    at: '/manage/endpoints?open=e2&tab=try',
    as: 'manager',
    answers: { ...opened, ...fromEndpoint('POST /runtime/v1/stock-levels/v1/stock', 400, refusal) },
    empty,
    press: ['Send'],
  },
  { name: 'endpoint-of-admin', at: '/manage/endpoints?open=e3', as: 'admin', answers },
]
