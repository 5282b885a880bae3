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

/** The form of a listener (PIP-023). */
export const rtListenerInfo: JsonSchema = {
  type: 'object',
  title: 'Listener',
  properties: {
    name: field('Name', 'string', { minLength: 1 }),
    source: line('Data source'),
    kind: field('Receives by', 'string', { enum: [...ListenerInfo.shape.kind.unwrap().options] }, { columns: 4 }),
    url: line('Address', { columns: 8 }),
    topic: line('Topic', { columns: 4 }),
    gatherCount: field('Messages gathered', 'integer', { minimum: 1 }, { columns: 4 }),
    gatherSeconds: field('Seconds gathered', 'number', { minimum: 0 }, { columns: 4 }),
    description: line('Description', { widget: 'textarea', columns: 12 }),
  },
  required: ['name'],
}
