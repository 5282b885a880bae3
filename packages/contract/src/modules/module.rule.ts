import { texts } from '../errors.ts'

/** An exact version such as 1.2.3 or 1.2.3-beta.1: no range, tag or address. */
export const isExactVersion = (text: string): boolean =>
  text.length <= 100 &&
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\da-z-]+(?:\.[\da-z-]+)*)?(?:\+[\da-z-]+(?:\.[\da-z-]+)*)?$/i.test(
    text,
  )

/** A name as npm takes it, with or without a scope: it can be no path, address or option. */
export const isModuleName = (text: string): boolean =>
  text.length <= 214 && /^(?:@[a-z\d~][a-z\d._~-]*\/)?[a-z\d~][a-z\d._~-]*$/.test(text)

export type ModuleMistakes = { name?: string; version?: string }

/** What is wrong with the name and the version of a module, field by field; empty where nothing is (MOD-005). */
export function validateModule({ name, version }: { name: string; version: string }): ModuleMistakes {
  const mistakes: ModuleMistakes = {}
  if (name.trim() === '') mistakes.name = texts.pleaseInputName
  else if (!isModuleName(name.trim())) mistakes.name = 'The name is not one of a package'
  if (version.trim() === '') mistakes.version = texts.pleaseInputVersion
  else if (!isExactVersion(version.trim())) mistakes.version = 'The version must be exact, such as 1.2.3'
  return mistakes
}

/** MOD-006 */
export const askDeleteModule = (name: string): string => `Do you want to delete the module ${name}?`
