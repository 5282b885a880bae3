// The arrows between the workspaces, and inside the server: which file may import which.
// `web → contract ← engine ← server, server → contract`; plumbing folders of the server import no thing of the domain.
// A file's imports tell where it lives.
import { isBuiltin } from 'node:module'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from './source-hash.mjs'

/** Which workspaces each workspace may import. */
const allowed = {
  'packages/contract': [],
  'packages/engine': ['packages/contract'],
  'apps/server': ['packages/engine', 'packages/contract'],
  'apps/web': ['packages/contract'],
}

const packageOf = {
  '@millrace/contract': 'packages/contract',
  '@millrace/engine': 'packages/engine',
  '@millrace/server': 'apps/server',
  '@millrace/web': 'apps/web',
}

/**
 * Folders of apps/server/src that know no thing of the domain. Not among them: `test-support`, which makes such things
 * up, and `live`, which decides who may see which change and is a thing of its own.
 */
const plumbing = ['config', 'database', 'embedded', 'files', 'http', 'mail', 'outbound', 'queue', 'telemetry']

/**
 * Checks all sources below `root`.
 * @param {string} root the root of the repository
 * @returns {string[]} one line per wrong import: `file:line imports 'x': reason`
 */
export function findWrongImports(root) {
  return Object.keys(allowed)
    .map((workspace) => join(root, workspace, 'src'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => listFiles(folder))
    .filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path))
    .flatMap((path) => wrongImportsOf(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'), root))
}

/**
 * Checks one file.
 * @param {string} file its path from the root, with forward slashes
 * @param {string} source its text
 * @param {string} root the root of the repository; package.json files are read from there
 */
export function wrongImportsOf(file, source, root) {
  return importsOf(source).flatMap(({ line, ...found }) => {
    const reason = reasonAgainst({ file, ...found }, root)
    return reason ? [`${file}:${line} imports '${found.specifier}': ${reason}`] : []
  })
}

const importStatement = /^[ \t]*import\s*(?:[\w$*{},\s]+?\sfrom\s*)?['"]([^'"\n]+)['"]/gm
const exportStatement = /^[ \t]*export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*['"]([^'"\n]+)['"]/gm
const call = /\b(?:import|vi\.mock|import\.meta\.resolve)\(\s*['"]([^'"\n]+)['"]/g

function importsOf(text) {
  // Comments may speak of imports; their lines are emptied, so that line numbers stay.
  const source = text.replace(/^[ \t]*(?:\/\/|\/?\*).*$/gm, '')
  return [importStatement, exportStatement, call].flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => ({
      specifier: match[1],
      // Components are text in our sources, and may call import as well; only what is surely ours is held to packages.
      called: pattern === call,
      typesOnly: /^\s*(?:import|export)\s+type\b/.test(match[0]),
      line: source.slice(0, match.index + match[0].length).split('\n').length,
    })),
  )
}

function reasonAgainst({ file, specifier, called, typesOnly }, root) {
  const from = workspaceOf(file)
  if (specifier.startsWith('.')) {
    const target = relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/')
    if (workspaceOf(target) !== from) return 'a relative import stays inside its workspace'
    return from === 'apps/server' && !typesOnly ? reasonInsideServer(file, target) : undefined
  }
  const name = packageName(specifier)
  const to = packageOf[name]
  if (to === from) return undefined
  if (to && !allowed[from].includes(to)) return `${from} may not import ${to}`
  // `virtual:` is made by a plugin of the build tool.
  if (called || specifier.startsWith('virtual:')) return undefined
  if (isBuiltin(specifier) || declared(root, from).has(name)) return undefined
  if (/\.test\.|test-support/.test(file) && declared(root, '.').has(name)) return undefined
  return `${from}/package.json does not name it`
}

/**
 * Packages that a workspace names. npm puts all packages into one folder, so that a package named by another workspace
 * would be found as well; the engine could so learn about HTTP without anybody noticing.
 */
function declared(root, workspace) {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  return new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
}

const workspaceOf = (path) => path.split('/').slice(0, 2).join('/')
const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Types may be named everywhere: they are gone at run time, and plumbing that passes a caller on has to say so. */
function reasonInsideServer(file, target) {
  const here = folderOf(file)
  const there = folderOf(target)
  if (here === there || !here) return undefined
  // A test of a plumbing folder may build a world around it.
  if (plumbing.includes(here) && !file.includes('.test.') && isDomain(there)) {
    return `${here} is plumbing and knows no thing of the domain (${there ?? 'the composition'})`
  }
  return undefined
}

/** The folder of apps/server/src that a path lies in; undefined for main.ts and others beside the folders. */
function folderOf(path) {
  const parts = path.split('/')
  return parts.length > 4 ? parts[3] : undefined
}

const isDomain = (folder) => !plumbing.includes(folder) && folder !== 'test-support'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = findWrongImports(join(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
}
