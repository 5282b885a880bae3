import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleHierarchy } from '../versions/usages/usages.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import {
  exampleComponent,
  exampleComponentForm,
  exampleLinks,
  exampleResult,
  exampleTestCase,
  exampleUsed,
  exampleWritten,
  exampleBlock,
  exampleComponentTree,
} from './components.examples.ts'
import { exampleComparison, exampleDraftOfLocked } from './guards/comparison.examples.ts'
import { largeComponent, largeUsed } from './large.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /components/find': exampleComponent({ _id: 'stores' }),
  'GET /components': exampleUsed(),
  'GET /schemas/byname': exampleComponentForm(),
  'GET /components/test-cases': {
    cases: [exampleTestCase(), exampleTestCase({ _id: 'case2', name: 'No local texts' })],
    needed: true,
  },
  'POST /components/test-cases/run': [
    { _id: 'case1', name: 'Two bikes', state: 'green', message: null, differences: [], total: 0, ms: 12 },
    {
      _id: 'case2',
      name: 'No local texts',
      state: 'red',
      message: null,
      differences: [
        { pointer: '/products/0/price', expected: 12.5, actual: 13 },
        { pointer: '/products/1/name', expected: 'Fahrrad' },
      ],
      total: 2,
      ms: 9,
    },
  ],
  'POST /components/{id}/execute': exampleResult({ links: exampleLinks() }),
}
const at = '/manage/components?id=stores'

export const componentsScreens: readonly ScreenExample[] = [
  { name: 'component-editor', at, as: 'super-admin', answers },
  {
    name: 'component-editor-code',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'POST /components/{id}/generate': {
        _id: 'stores',
        jsCode: '// Bikes catalogue, version 2\nconst catalogue = ctx.input.catalogue\n',
        warnings: ["Bikes catalogue: the input 'local' is not used"],
      },
    },
    press: ['Generate code'],
  },
  {
    name: 'component-editor-add',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'GET /folders/tree': exampleComponentTree('stores'),
      'GET /components/find': ({ query }) =>
        query.id === 'filter1' ? exampleBlock() : exampleComponent({ _id: 'stores' }),
    },
    press: ['Add a component'],
  },
  { name: 'component-editor-connect', at, as: 'super-admin', answers, press: ['Connect two ports'] },
  { name: 'component-editor-palette', at, as: 'super-admin', answers, press: ['Palette'], pressOn: 'wide' },
  { name: 'component-editor-cases', at, as: 'super-admin', answers, press: ['Run all'] },
  {
    name: 'component-editor-lock',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'GET /components/find': exampleComponent({ _id: 'stores', versions: exampleDraftOfLocked('stores') }),
      'POST /components/{id}/compareLocked': exampleComparison(),
    },
    press: ['Lock'],
  },
  {
    name: 'component-usages',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'GET /components/{id}/dependencies': exampleHierarchy(),
      'GET /documents/usages': { users: [], unseen: 1 },
    },
    press: ['Usages'],
  },
  { name: 'component-editor-case', at, as: 'super-admin', answers, press: ['Edit Two bikes'] },
  { name: 'component-editor-bench', at, as: 'super-admin', answers, press: ['Test component', 'Run test'] },
  {
    name: 'component-editor-bench-error',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'POST /components/{id}/execute': exampleResult({
        output: { error: "Cannot read properties of undefined (reading 'toFixed')" },
        fault: {
          message: "TypeError: Cannot read properties of undefined (reading 'toFixed')",
          component: 'Bikes catalogue / overlay',
          source: "link 'rows to overlay' of Bikes catalogue",
          line: 1,
          column: 24,
          record: 2,
          items: [],
        },
        logs: [
          {
            logDate: '2026-11-20T10:00:00.120Z',
            level: 'error',
            message:
              "Bikes catalogue / rowsToProducts, line 3, record 2: Cannot read properties of undefined (reading 'toFixed')\n    at price (line 3, column 24)",
          },
        ],
      }),
    },
    press: ['Test component', 'Run test'],
  },
  {
    name: 'component-editor-bench-fill',
    at,
    as: 'super-admin',
    answers: { ...answers, 'POST /components/{id}/execute': exampleResult() },
    press: ['Test component', 'Fill …'],
  },
  {
    name: 'component-editor-locked',
    at,
    as: 'manager',
    answers: {
      ...answers,
      'GET /components/find': exampleComponent({ _id: 'stores', vLocked: true, read_only: true }),
    },
  },
  { name: 'component-editor-link', at, as: 'super-admin', answers, press: ['rows to overlay'], pressOn: 'wide' },
  {
    name: 'component-editor-large',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'GET /components/find': { ...largeComponent(), _id: 'stores' },
      'GET /components': largeUsed(),
    },
  },
  { name: 'component-editor-layout', at, as: 'super-admin', answers, worker: 'silent' },
  { name: 'component-editor-no-layout', at, as: 'super-admin', answers, worker: 'broken' },
  {
    name: 'component-editor-faults',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'GET /components/find': exampleComponent({
        _id: 'stores',
        instances: [
          { name: 'overlay', instanceOf: 'overlay3' },
          { name: 'overlay', instanceOf: 'gone' },
        ],
      }),
    },
  },
  {
    name: 'component-editor-written',
    at,
    as: 'super-admin',
    answers: { ...answers, 'GET /components/find': exampleWritten() },
  },
]
