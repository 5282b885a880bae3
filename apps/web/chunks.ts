import { fileURLToPath } from 'node:url'

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const firstPage = fileURLToPath(new URL('src/main.tsx', import.meta.url))
const frame = fileURLToPath(new URL('src/app/Frame.tsx', import.meta.url))
const own = /\/(apps\/web|packages\/contract)\/src\//

/** What the first page loads is one file: cut up by what later pages share of it, it packs worse by 3 KB. */
const entry = { name: 'app', tags: ['$initial' as const], priority: 2 }

/**
 * What so many pages and dialogs share comes with the frame around them. By itself the bundler makes a file of each set
 * of modules that is shared by the same pages: 76 for the import wizard, most of them below 2 KB, of which a browser
 * fetches six at a time.
 */
const minPages = 6

/** Which modules share a file, beyond what each page has for itself. */
export const chunkGroups = () => [entry, { name: frameOrNothing(), minShareCount: minPages, priority: 1 }]

/**
 * Names the file of the frame for our own modules that the frame has, and for those that need no package beyond what the
 * frame or the first page has: nobody shall load a package for what another page needs.
 */
function frameOrNothing() {
  let loaded: { first: Set<string>; frame: Set<string> } | undefined
  return (id: string, modules: Modules): string | null => {
    if (!own.test(id)) return null
    loaded ??= { first: reachable(firstPage, modules), frame: reachable(frame, modules, own) }
    const { first } = loaded
    const isLight = (one: string) => importsOf(one, modules).every((wanted) => own.test(wanted) || first.has(wanted))
    return loaded.frame.has(id) || [...reachable(id, modules, own)].every(isLight) ? 'frame' : null
  }
}

const importsOf = (id: string, modules: Modules): readonly string[] => modules.getModuleInfo(id)?.importedIds ?? []

/** The module and all that is loaded with it, by way of those that match `among`. */
function reachable(from: string, modules: Modules, among = /./): Set<string> {
  const found = new Set([from])
  for (const id of found) for (const wanted of importsOf(id, modules)) if (among.test(wanted)) found.add(wanted)
  return found
}
