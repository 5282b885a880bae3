import { existsSync } from 'node:fs'
import path from 'node:path'
import type { JsonSchema } from '@millrace/contract'
import { inputSchema, outputSchema } from './products.schema.ts'
import { productsFile } from './products-file.ts'
import { rows } from './report.ts'
import { targetColumns } from './target-table.ts'
import { transformBody } from './transform.ts'
import { vehicleBody, vehicleColumns, vehicleInput, vehicleOutput } from './vehicles.ts'

/** One job, done by the floor and by the product alike. */
export type BenchJob = {
  name: 'products' | 'vehicles'
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** Statements that make `product` out of `row`. */
  body: string
  /** Columns of the target, the key first. */
  columns: Record<string, string>
  /** Its file; null where it is not there. */
  file(): string | null
}

const vehiclesFile = path.join(import.meta.dirname, '../../shared/data/vehicles/epa-vehicles.csv')

export const benchJobs: Record<BenchJob['name'], BenchJob> = {
  products: {
    name: 'products',
    inputSchema,
    outputSchema,
    body: transformBody,
    columns: targetColumns,
    file: () => productsFile(rows),
  },
  vehicles: {
    name: 'vehicles',
    inputSchema: vehicleInput,
    outputSchema: vehicleOutput,
    body: vehicleBody,
    columns: vehicleColumns,
    file: () => (existsSync(vehiclesFile) ? vehiclesFile : null),
  },
}
