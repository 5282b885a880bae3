import { expect, it } from 'vitest'
import { CodeChecker } from '../../../../code/checker/code-checker.ts'
import { libraryFiles } from '../../../../code/checker/library.ts'
import { exampleMapFields, exampleMapping } from '../mapper.examples.ts'
import { codeComponent } from './code-component.ts'

/** Functions of the block that the code calls; what they do plays no part here. */
const functions = [
  'put(target, name, value)',
  'isEmpty(value)',
  'textOf(value)',
  'fresh(value)',
  'numberFrom(...given)',
]
const others = ['numberReader(marks, percent)', 'numberMarks(locale)', 'fieldReader(path)', 'fieldWriter(path)']
const bodies = [...functions, ...others].map((head) => `function ${head} {\n  return JSON.parse('')\n}`)

it('the code of a mapping gives no alarm in the editor, though its output has a schema', () => {
  const { inputs, outputs } = exampleMapping()
  const rules = [
    { to: 'sku', from: 'SKU' },
    { to: 'price', from: 'ListPrice', as: 'number', locale: 'de-DE' },
    {
      to: 'attributes.color',
      from: 'Color',
      replace: [
        { from: 'Rot', to: 'red' },
        { from: '2', to: 2 },
      ],
    },
    { to: 'name', from: 'Name', treatAsEmpty: ['NA'], default: 'none', onlyWith: 'SKU' },
  ]
  const checker = new CodeChecker(libraryFiles)
  for (const whenWrong of ['error', 'keep', 'empty', 'leave out']) {
    const component = codeComponent({
      draft: exampleMapping(),
      instance: { name: 'convert' },
      block: { ...exampleMapFields(), jsCode: bodies.join('\n\n') },
      folder: 'root',
      settings: { fields: rules, whenWrong },
      schemas: { sourceSchema: inputs[0]?.inputSchema, targetSchema: outputs[0]?.outputSchema },
      samples: [],
    })
    const scope = {
      kind: component.kind,
      inputs: component.inputs.map(({ name, inputSchema }) => ({ name, schema: inputSchema })),
      outputs: component.outputs.map(({ name, outputSchema }) => ({ name, schema: outputSchema })),
      modules: [],
      connections: null,
    }
    expect(checker.check(scope, component.jsCode), component.jsCode).toEqual([])
  }
})
