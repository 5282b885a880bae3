import { ComponentKind, type JsonSchema } from '@millrace/contract'
import { field, line, list, schemaField } from './fields.ts'

const port = (keyword: 'inputSchema' | 'outputSchema'): JsonSchema => ({
  type: 'object',
  properties: { name: line('Name'), [keyword]: schemaField('Schema') },
  required: ['name', keyword],
})

const instance: JsonSchema = {
  type: 'object',
  properties: {
    name: line('Name'),
    instanceOf: field('Component', 'string', {}, { widget: 'component-picker' }),
    values: field('Settings', 'object', { additionalProperties: true }, { widget: 'instance-settings' }),
  },
  required: ['name', 'instanceOf'],
}

const instanceEnd = (title: string): JsonSchema => line(title, { columns: 3, widget: 'link-instance-picker' })
const portEnd = (title: string): JsonSchema => line(title, { columns: 3, widget: 'link-port-picker' })
const link: JsonSchema = {
  type: 'object',
  properties: {
    name: line('Name', { columns: 12 }),
    fromInstance: instanceEnd('From instance'),
    fromPort: portEnd('From port'),
    toInstance: instanceEnd('To instance'),
    toPort: portEnd('To port'),
    jsCode: line('Code', { widget: 'component-code', columns: 12 }),
    inputSchema: field('Input schema', 'object', {}, { hidden: true }),
    outputSchema: field('Output schema', 'object', {}, { hidden: true }),
  },
  required: ['name', 'fromInstance', 'fromPort', 'toInstance', 'toPort', 'jsCode'],
}

/** The form of a component (CMP-002). */
export const rtComponent: JsonSchema = {
  type: 'object',
  title: 'Component',
  properties: {
    name: field('Name', 'string', { minLength: 1 }, { columns: 8 }),
    kind: field('Kind', 'string', { enum: [...ComponentKind.options], default: 'workflow' }, { columns: 4 }),
    description: line('Description', { widget: 'textarea', columns: 12 }),
    isDB: field('May use databases', 'boolean', { default: false }, { widget: 'switch' }),
    isIO: field('May use files and network', 'boolean', { default: false }, { widget: 'switch' }),
    inputs: list('Inputs', 'array-table', port('inputSchema')),
    outputs: list('Outputs', 'array-table', port('outputSchema')),
    instances: list('Instances', 'array-table', instance),
    links: list('Links', 'array-tabs', link),
    jsCode: line('Code', { widget: 'component-code', columns: 12 }),
    testPayload: field('Test payload', 'string', {}, { hidden: true }),
    testContext: field('Test context', 'string', {}, { hidden: true }),
  },
  required: ['name', 'kind'],
}
