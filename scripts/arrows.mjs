// Which file may import which: between the workspaces, and between the floors and folders inside them.
// `web → contract ← engine ← server, server → contract`; inside a workspace arrows run down its floors only, and a
// folder is used through its door. `npm run check` runs this; scripts/structure.mjs counts what it finds.
import { isBuiltin } from 'node:module'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areApart, floorOf, folderOf, layouts } from './layout.mjs'
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

/** Tests, their fixtures, and what only they use: these may build a world around anything. */
const testFile =
  /\.(?:test|fixture|fixtures|guarantee|examples)\.tsx?$|-for-test\.tsx?$|\/test-support\/|\/guarantees\//

/**
 * @param {string} path from the root of the repository
 * @returns {boolean} whether it is a test, a fixture of one, or what only they use
 */
export const isTestFile = (path) => testFile.test(path)

/**
 * @typedef {object} WrongImport
 * @property {'workspace' | 'up' | 'repository'} kind between workspaces, up a floor, or another folder's repository
 * @property {string} text `file:line imports 'x': reason`
 */

/**
 * Checks all sources below `root`.
 * @param {string} root the root of the repository
 * @returns {WrongImport[]}
 */
export function findWrongImports(root) {
  return sourcesOf(root).flatMap(({ file, source }) => wrongImportsOf(file, source, root))
}

/**
 * All sources of the workspaces.
 * @param {string} root the root of the repository
 * @returns {{ file: string, source: string }[]} paths from the root with forward slashes, and their text
 */
export function sourcesOf(root) {
  return Object.keys(allowed)
    .map((workspace) => join(root, workspace, 'src'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => listFiles(folder))
    .filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path))
    .map((path) => ({ file: relative(root, path).replaceAll('\\', '/'), source: readFileSync(path, 'utf8') }))
}

/**
 * Checks one file.
 * @param {string} file its path from the root, with forward slashes
 * @param {string} source its text
 * @param {string} root the root of the repository; package.json files are read from there
 * @returns {WrongImport[]}
 */
export function wrongImportsOf(file, source, root) {
  return importsOf(source).flatMap(({ line, ...found }) => {
    const wrong = reasonAgainst({ file, ...found }, root)
    return wrong ? [{ kind: wrong.kind, text: `${file}:${line} imports '${found.specifier}': ${wrong.reason}` }] : []
  })
}

/**
 * Pairs of folders of a workspace with floors that import each other both ways, tests left out.
 * @param {string} root the root of the repository
 * @returns {string[]} `workspace: a <-> b`
 */
export function findTwoWayPairs(root) {
  const arrows = new Set()
  for (const { file, source } of sourcesOf(root)) {
    const workspace = workspaceOf(file)
    if (!layouts[workspace] || testFile.test(file)) continue
    for (const { specifier, called } of importsOf(source)) {
      if (!specifier.startsWith('.') || called) continue
      const here = folderOf(file)
      const there = folderOf(targetOf(file, specifier, root))
      if (here && there && here !== there) arrows.add(`${workspace}: ${here} -> ${there}`)
    }
  }
  return [...arrows].flatMap((arrow) => {
    const [workspace, here, there] = arrow.split(/: | -> /)
    return here < there && arrows.has(`${workspace}: ${there} -> ${here}`) ? [`${workspace}: ${here} <-> ${there}`] : []
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
      line: source.slice(0, match.index + match[0].length).split('\n').length,
    })),
  )
}

function reasonAgainst({ file, specifier, called }, root) {
  const from = workspaceOf(file)
  const workspace = (reason) => ({ kind: 'workspace', reason })
  if (specifier.startsWith('.')) {
    const target = targetOf(file, specifier, root)
    if (workspaceOf(target) !== from) return workspace('a relative import stays inside its workspace')
    return testFile.test(file) ? undefined : reasonInside(file, target)
  }
  const name = packageName(specifier)
  const to = packageOf[name]
  if (to === from) return undefined
  if (to && !allowed[from].includes(to)) return workspace(`${from} may not import ${to}`)
  // `virtual:` is made by a plugin of the build tool.
  if (called || specifier.startsWith('virtual:')) return undefined
  if (isBuiltin(specifier) || declared(root, from).has(name)) return undefined
  if (/\.test\.|test-support/.test(file) && declared(root, '.').has(name)) return undefined
  return workspace(`${from}/package.json does not name it`)
}

/** Between folders of one workspace: arrows run down, and a repository belongs to its folder. */
function reasonInside(file, target) {
  const here = folderOf(file)
  const there = folderOf(target)
  if (here === there) return undefined
  // The gallery draws the examples of every screen.
  if (target.endsWith('.examples.ts') && folderOf(file) === 'gallery') return undefined
  if (testFile.test(target)) return { kind: 'up', reason: 'it is for tests' }
  if (areApart(file, target)) {
    return { kind: 'up', reason: `${here} and ${there} are different processes; what both need lies below` }
  }
  if (floorOf(file) > floorOf(target)) {
    return { kind: 'up', reason: `${here ?? 'this file'} lies below ${there ?? 'it'}; arrows run down` }
  }
  if (target.endsWith('.repository.ts')) {
    return { kind: 'repository', reason: `it is the repository of ${there}; use its service or its reads` }
  }
  return undefined
}

const targetOf = (file, specifier, root) =>
  relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/')

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = findWrongImports(join(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const { text } of wrong) console.error(text)
  if (wrong.length > 0) process.exitCode = 1
}
