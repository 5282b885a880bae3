// Makes the data files of the demo workspace: `node apps/server/demo/make-files.mjs [folder]`. Everything in them is
// made up. They have the shapes and the oddities of files that suppliers really send: encodings, delimiters, decimal
// commas, several dated versions of one product, missing texts, postal codes with leading zeros. The generator is
// seeded, so that the same program writes the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bikesFiles } from './make/bikes.mjs'
import { dealersFile } from './make/dealers.mjs'
import { evFiles } from './make/electric-vehicles.mjs'
import { random } from './make/random.mjs'
import { registryFile } from './make/registry.mjs'
import { storesFile } from './make/stores.mjs'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'files'))
mkdirSync(folder, { recursive: true })

/** Each part has a generator of its own: a change in one leaves the files of the others as they are. */
const files = {
  ...bikesFiles(random(20_240_501)),
  ...evFiles(random(20_240_502)),
  ...registryFile(random(20_240_503)),
  ...(await dealersFile(random(20_240_504))),
  ...storesFile(random(20_240_505)),
}
for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(folder, name), content)
  console.log(`${name} ${Buffer.byteLength(content)} bytes`)
}
