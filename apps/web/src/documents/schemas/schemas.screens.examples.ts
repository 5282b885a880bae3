import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { exampleSchema } from './schemas.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /schemas/find': exampleSchema({ _id: 'stores' }),
  'GET /schemas/list': [{ _id: 'maker1', name: 'Maker', folder: 'root', version: 1, vLocked: true }],
}

const faulty = exampleSchema({
  _id: 'stores',
  jsonSchema: {
    type: 'object',
    properties: {
      sku: { type: 'string', pattern: '^(a+)+$' },
      maker: { $ref: '#/definitions/gone' },
      colour: { type: 'string', enum: ['red', 7] },
      size: { type: 'object', properties: { width: { minimum: 'wide' } } },
    },
    anyOf: [{ $ref: '#' }],
  },
})

export const schemasScreens: readonly ScreenExample[] = [
  { name: 'schema-editor', at: '/manage/schemas?id=stores', as: 'super-admin', answers },
  {
    name: 'schema-editor-locked',
    at: '/manage/schemas?id=stores',
    as: 'manager',
    answers: { ...answers, 'GET /schemas/find': exampleSchema({ _id: 'stores', vLocked: true, read_only: true }) },
  },
  {
    name: 'schema-editor-faults',
    at: '/manage/schemas?id=stores',
    as: 'super-admin',
    answers: { ...answers, 'GET /schemas/find': faulty },
  },
  { name: 'schema-editor-form', at: '/manage/schemas?id=stores', as: 'super-admin', answers, press: ['Show UI'] },
  { name: 'schema-editor-json', at: '/manage/schemas?id=stores', as: 'super-admin', answers, press: ['Edit json'] },
  {
    name: 'schema-editor-code',
    at: '/manage/schemas?id=stores',
    as: 'super-admin',
    answers,
    press: ['Edit code'],
    pressOn: 'wide',
  },
]
