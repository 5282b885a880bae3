import { listOfSchema } from '@millrace/contract'
import { block, type DemoComponent, link, own, sinks, toSinks } from './component-parts.ts'

/** What reads registries of vehicles. */
export const registryComponents: readonly DemoComponent[] = [
  {
    name: 'EPA registry',
    folder: 'Registries',
    make: (made) => ({
      kind: 'workflow',
      description: 'The registry with the columns that shops use: ready-made blocks alone, streamed record by record.',
      inputs: [{ name: 'vehicles', inputSchema: listOfSchema(made.schema('EPA row')) }],
      outputs: sinks(made, 'Registered vehicle'),
      instances: [
        // 'NA' stands for an unknown number in a few rows.
        block(made, 'numbers', 'Number by locale', {
          fields: ['cylinders', 'displ'],
          locale: 'en-US',
          whenWrong: 'empty',
        }),
        // Tue Jan 01 00:00:00 EST 2013
        block(made, 'dates', 'Date by locale', {
          fields: ['createdOn'],
          format: 'ddd MMM DD HH:mm:ss z YYYY',
          whenWrong: 'empty',
        }),
        block(made, 'columns', 'Map fields', {
          fields: [
            { to: 'id', from: 'id' },
            { to: 'locale', fromContext: 'locale.label' },
            { to: 'make', from: 'make' },
            { to: 'model', from: 'model' },
            { to: 'year', from: 'year' },
            { to: 'class', from: 'VClass' },
            { to: 'drive', from: 'drive' },
            { to: 'transmission', from: 'trany' },
            { to: 'fuel', from: 'fuelType' },
            { to: 'cylinders', from: 'cylinders' },
            { to: 'displacement', from: 'displ' },
            { to: 'city_mpg', from: 'city08' },
            { to: 'highway_mpg', from: 'highway08' },
            { to: 'combined_mpg', from: 'comb08' },
            { to: 'listed_on', from: 'createdOn' },
          ],
        }),
      ],
      links: [
        link([own, 'vehicles'], ['numbers', 'records']),
        link(['numbers', 'records'], ['dates', 'records']),
        link(['dates', 'records'], ['columns', 'records']),
        ...toSinks(['columns', 'records']),
      ],
    }),
  },
]
