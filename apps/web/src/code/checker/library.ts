import { isSandboxLibrary } from './libraries.ts'

const folder = '../../../../../node_modules/typescript-checker/lib/'
const files = import.meta.glob<string>(
  '../../../../../node_modules/typescript-checker/lib/lib.{es5,decorators,decorators.legacy,es20*.*}.d.ts',
  { query: '?raw', import: 'default', eager: true },
)

/** The declarations of ECMAScript that the sandbox has, by path. */
export const libraryFiles: ReadonlyMap<string, string> = new Map(
  Object.entries(files).flatMap(([path, text]) => {
    const name = path.slice(folder.length)
    return isSandboxLibrary(name) ? [[`/${name}`, text] as const] : []
  }),
)
