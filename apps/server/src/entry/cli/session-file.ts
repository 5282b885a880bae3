import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Token } from '@millrace/contract'

/** What `millrace login` keeps, readable by its owner only. */
export type StoredSession = { server: string; userName: string; token: Token; refreshToken: string }

const folder = () => path.join(process.env.XDG_CONFIG_HOME ?? path.join(homedir(), '.config'), 'millrace')
const file = () => path.join(folder(), 'session.json')

export function readSession(): StoredSession | null {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as StoredSession
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

/** Written beside and renamed, so that a cut-off write leaves the old session. */
export function writeSession(session: StoredSession): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  const next = `${file()}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, file())
}

export const forgetSession = (): void => rmSync(file(), { force: true })
