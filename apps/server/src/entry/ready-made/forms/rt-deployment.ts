import { ListenerInfo, type JsonSchema } from '@millrace/contract'
import { field, line } from './fields.ts'

/** The form of a published endpoint (PIP-023). */
export const rtEndpointInfo: JsonSchema = {
  type: 'object',
  title: 'Endpoint',
  properties: {
    route: field('Route', 'string', { minLength: 1 }, { placeholder: '/prices', columns: 6 }),
    keyRequired: field('Callers need a key', 'boolean', {}, { widget: 'switch', columns: 6 }),
    description: line('Description', { widget: 'textarea', columns: 12 }),
  },
  required: ['route'],
}

const gathered: JsonSchema = {
  gatherCount: field('Messages gathered', 'integer', { minimum: 1 }, { placeholder: '100', columns: 4 }),
  gatherSeconds: field('Seconds gathered', 'number', { minimum: 0 }, { placeholder: '5', columns: 4 }),
  description: line('Description', { widget: 'textarea', columns: 12 }),
}

/** The form of a listener (PIP-023); posts come to an address of ours, messages of a broker from one of its own. */
export const rtListenerInfo: JsonSchema = {
  type: 'object',
  title: 'Listener',
  properties: {
    name: field('Name', 'string', { minLength: 1 }),
    source: field('Data source', 'string', {}, { placeholder: 'Name of a data source' }),
    kind: field('Receives by', 'string', { enum: [...ListenerInfo.shape.kind.unwrap().options] }, { columns: 4 }),
  },
  required: ['name'],
  if: { properties: { kind: { const: 'http' } }, required: ['kind'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
  then: { properties: gathered },
  else: {
    properties: {
      url: line('Address of the broker', { placeholder: 'amqps://user:password@host/vhost', columns: 8 }),
      topic: line('Queue, topic or subject', { columns: 4 }),
      ...gathered,
    },
  },
}
