import { findRequiredModules } from '@millrace/engine/components/required-modules'
import type { Connection } from '../../platform/database/database.ts'
import { codeThatHolds, type ModuleRow, readyModules } from './modules.repository.ts'

/** Names that a refusal lists. */
const namedUsers = 10

/**
 * Names of components whose code, in any version, requires this module: by `name@version`, or by the name alone where
 * that leads to this version.
 * @param isSupplied whether a module of this name comes with the product, which the name alone leads to then
 */
export async function usersOfModule(
  db: Connection,
  { id, name, version }: Pick<ModuleRow, 'id' | 'name' | 'version'>,
  isSupplied: boolean,
): Promise<string[]> {
  const [first] = await readyModules(db, name)
  const asked = new Set([`${name}@${version}`, ...(!isSupplied && first?.id === id ? [name] : [])])
  const users = (await codeThatHolds(db, name)).filter(({ code }) =>
    findRequiredModules(code).some((wanted) => asked.has(wanted)),
  )
  return [...new Set(users.map((user) => user.name))].slice(0, namedUsers)
}
