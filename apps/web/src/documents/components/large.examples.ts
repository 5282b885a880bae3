import type { Component } from '@millrace/contract'
import { exampleComponent } from './components.examples.ts'

const kinds = ['workflow', 'forEach', 'instruction', 'function'] as const
const [maxInputs, columns] = [4, 25]
const portsNamed = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

/** What the instances of the large example stand for: one component with each number of inputs. */
export const largeUsed = (): Component[] =>
  Array.from({ length: maxInputs }, (_, index) =>
    exampleComponent({
      _id: `step${index}`,
      name: `Step with ${index + 1}`,
      kind: kinds[index] ?? 'function',
      inputs: portsNamed('part', index + 1).map((name) => ({ name, inputSchema: {} })),
      outputs: portsNamed('result', 3).map((name) => ({ name, outputSchema: {} })),
      instances: [],
      links: [],
    }),
  )

/** A component of many instances in columns, each fed by those of the columns before; the same every time. */
export function largeComponent(count = 300): Component {
  const perColumn = Math.ceil(count / columns)
  const instances = Array.from({ length: count }, (_, index) => ({
    name: `step${index}`,
    instanceOf: `step${index % maxInputs}`,
  }))
  const links = instances.flatMap((_, index) =>
    portsNamed('part', Math.min(2, (index % maxInputs) + 1)).map((toPort, port) => {
      const column = Math.floor(index / perColumn)
      const row = (index * 7 + port * 5) % perColumn
      const source = (column - 1) * perColumn + row
      return {
        name: `link ${index} ${port}`,
        fromInstance: column === 0 ? '' : `step${source}`,
        fromPort: column === 0 ? `input${(row % 3) + 1}` : `result${(index % 3) + 1}`,
        toInstance: `step${index}`,
        toPort,
        jsCode: 'ctx.output = ctx.input;',
        inputSchema: {},
        outputSchema: {},
      }
    }),
  )
  const last = { ...links[0]!, name: 'last', fromInstance: `step${count - 1}`, fromPort: 'result1', toInstance: '' }
  return exampleComponent({
    name: 'Large catalogue',
    inputs: portsNamed('input', 3).map((name) => ({ name, inputSchema: {} })),
    outputs: [{ name: 'products', outputSchema: {} }],
    instances,
    links: [...links, { ...last, toPort: 'products' }],
  })
}
