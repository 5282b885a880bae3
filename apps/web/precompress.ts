import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const texts = /\.(js|css|html|svg)$/
/** Smaller ones are sent as they are: they fit into one packet with their head. */
const minBytes = 1024

/**
 * Puts compressed copies beside each text of the build. Compressing them for each request took a server some 2 ms for
 * each of the dozens of files of a page. Over plain HTTP browsers accept gzip alone.
 */
export function precompress(): Plugin {
  return {
    name: 'millrace-precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      await Promise.all(names.filter((name) => texts.test(name)).map((name) => compress(path.join(dir, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file)
  if (content.length < minBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
