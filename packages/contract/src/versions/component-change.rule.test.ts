import { expect, it } from 'vitest'
import type { JsonSchema } from '../primitives.ts'
import { compareComponents } from './component-change.rule.ts'

const rows: JsonSchema = { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } }
const strict: JsonSchema = { type: 'array', items: { ...(rows.items as JsonSchema), required: ['key'] } }
const plain = {
  kind: 'instruction',
  inputs: [{ name: 'rows', inputSchema: rows }],
  outputs: [{ name: 'out', outputSchema: rows }],
  jsCode: 'a',
  instances: [],
  links: [],
}
type Component = typeof plain

it.each<[string, Partial<Component>, Partial<Component>, string[]]>([
  ['nothing', {}, {}, []],
  ['code', {}, { jsCode: 'b' }, ['safe : the code changed']],
  ['kind', {}, { kind: 'function' }, ['safe : kind instruction became function']],
  ['input added', { inputs: [] }, {}, ['breaking rows: input added']],
  ['input removed', {}, { inputs: [] }, ['breaking rows: input removed']],
  ['output added', { outputs: [] }, {}, ['safe out: output added']],
  ['output removed', {}, { outputs: [] }, ['breaking out: output removed']],
  [
    'an input takes less',
    {},
    { inputs: [{ name: 'rows', inputSchema: strict }] },
    ['breaking rows[].key: required from now on'],
  ],
  [
    'an output promises more',
    {},
    { outputs: [{ name: 'out', outputSchema: strict }] },
    ['safe out[].key: required from now on'],
  ],
  [
    'an output promises less',
    { outputs: [{ name: 'out', outputSchema: strict }] },
    {},
    ['breaking out[].key: no longer required'],
  ],
])('VER-012/api what a change of a component means: %s', (_what, before, after, expected) => {
  const changes = compareComponents({ ...plain, ...before }, { ...plain, ...after })
  expect(changes.map(({ path, text, effect }) => `${effect} ${path}: ${text}`)).toEqual(expected)
})
