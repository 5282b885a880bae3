import { listOfSchema, refToSchema } from '@millrace/contract'
import { type DemoComponent, link, own, sample, sinks, toSinks } from './component-parts.ts'
import { demoCode } from './demo-code.ts'

/** One price at a time, as an endpoint serves it, and a list of them, as a listener gathers them. */
export const priceComponents: readonly DemoComponent[] = [
  {
    name: 'EV price',
    folder: 'Prices',
    make: (made) => ({
      kind: 'instruction',
      description: 'One price of a vehicle, checked and rounded to the smallest coin of its currency.',
      inputs: [{ name: 'price', inputSchema: refToSchema(made.schema('EV price')) }],
      outputs: [{ name: 'price', outputSchema: refToSchema(made.schema('EV price')) }],
      jsCode: demoCode('components/check-price.js'),
      ...sample({ price: { unique_code: 'demo:aurore:e1:2025:base', amount: 38990.499, currency: 'USD' } }),
    }),
  },
  {
    name: 'EV price check',
    folder: 'Prices',
    make: (made) => ({
      kind: 'forEach',
      description: 'EV price for each price that came in.',
      inputs: [{ name: 'prices', inputSchema: listOfSchema(made.schema('EV price')) }],
      outputs: sinks(made, 'EV price'),
      instances: [{ name: 'check', instanceOf: made.component('EV price') }],
      links: [link([own, 'prices'], ['check', 'price']), ...toSinks(['check', 'price'])],
    }),
  },
]
