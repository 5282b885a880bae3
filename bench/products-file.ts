import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { columns, csvLine, products } from './products.ts'

const folder = path.join(import.meta.dirname, '..', '.cache', 'bench')

/** Path of the generated CSV of that many rows; made on first use. */
export function productsFile(rows: number): string {
  const file = path.join(folder, `products-${rows}.csv`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const target = openSync(`${file}.part`, 'w')
  let lines = `${columns.join(',')}\n`
  for (const product of products(rows)) {
    lines += csvLine(product)
    if (lines.length < 1 << 20) continue
    writeSync(target, lines)
    lines = ''
  }
  writeSync(target, lines)
  closeSync(target)
  renameSync(`${file}.part`, file)
  return file
}

export const mebibytes = (file: string): number => statSync(file).size / 2 ** 20
