import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Settings } from './settings.ts'

/** Where the key is kept while MILLRACE_SECRET is not set. */
export const secretKeyFile = (dataFolder: string): string => join(dataFolder, 'secret.key')

/**
 * The product's key: MILLRACE_SECRET, else the one kept in the data folder, made on the first start and readable by
 * its owner only.
 * @throws StartError when the file cannot be read or written
 */
export function secretKey(settings: Pick<Settings, 'secret' | 'dataFolder'>): string {
  if (settings.secret) return settings.secret
  const path = secretKeyFile(settings.dataFolder)
  try {
    if (!existsSync(path)) writeOnce(settings.dataFolder, path)
    const key = readFileSync(path, 'utf8').trim()
    if (key !== '') return key
  } catch (error) {
    throw new StartError(`The key file ${path} cannot be read or made (${(error as Error).message}).`)
  }
  throw new StartError(`The key file ${path} is empty; restore it from a backup or set MILLRACE_SECRET.`)
}

/** Written aside and linked, so that of two processes starting together one key wins, and never half of one. */
function writeOnce(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside)
  }
}
