import { fileURLToPath } from 'node:url'

export type DemoFile = {
  /** Name of the pipeline it is uploaded to, or whose listener it is posted to. */
  pipeline: string
  dataSubKind: string
  /** Absolute path. */
  path: string
  /** Records that its pipeline accepts and rejects. */
  valid: number
  rejected: number
}

const folder = new URL('../../../demo/files/', import.meta.url)
const file = (
  pipeline: string,
  dataSubKind: string,
  name: string,
  [valid, rejected]: readonly [number, number],
): DemoFile => ({ pipeline, dataSubKind, path: fileURLToPath(new URL(name, folder)), valid, rejected })

/** The data files that ship with the demo, each with the source it belongs to. */
export const demoFiles: readonly DemoFile[] = [
  file('Bikes catalogue', 'catalogue', 'bikes-master-en.csv', [156, 0]),
  file('Bikes catalogue fr-FR', 'local', 'bikes-fr-FR.csv', [75, 22]),
  file('Bikes catalogue de-DE', 'local', 'bikes-de-DE.csv', [96, 1]),
  file('Bikes catalogue es-ES', 'local', 'bikes-es-ES.tsv', [56, 41]),
  file('EV catalogue', 'vehicles', 'ev-master.ndjson', [95, 0]),
  file('EV catalogue en-US', 'market', 'ev-en-US.csv', [70, 0]),
  file('EV catalogue de-DE', 'market', 'ev-de-DE.csv', [70, 0]),
  file('EV catalogue pt-BR', 'market', 'ev-pt-BR.tsv', [68, 0]),
  file('EPA registry en-US', 'vehicles', 'epa-vehicles.csv', [850, 0]),
  file('Dealers fr-FR', 'dealers', 'bikes-dealers.xlsx', [137, 0]),
  file('Dealers de-DE', 'dealers', 'bikes-dealers.xlsx', [137, 0]),
  file('EV price check en-US', 'prices', 'ev-prices.json', [12, 0]),
  file('Best Buy stores en-US', 'stores', 'bestbuy-stores.json', [117, 3]),
]

/** A file of unmerged vehicles: most of its records lack required parts, so the EV catalogue refuses it. */
export const refusedDemoFile = file('EV catalogue', 'vehicles', 'ev-layers-raw.ndjson', [3, 54])
