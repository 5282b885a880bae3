// Counts what the structure forbids and holds each count to its bound: `npm run check` fails when one grows.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportCounts } from './bounds.mjs'
import { findLonelyClasses } from './style-classes.mjs'
import { findTwoWayPairs, findWrongImports, isTestFile, sourcesOf } from './arrows.mjs'

/** How many of each kind there may be. */
export const bounds = {
  'wrong imports between workspaces': 0,
  'imports up a floor': 0,
  "imports of another folder's repository": 0,
  'pairs of folders that import each other': 0,
  'calls in a folder their address does not name': 0,
  'files with queries outside a repository': 0,
  'comparisons with role names outside the contract': 0,
  'exported names that the engine has twice': 0,
  'exported names that the server has twice': 1,
  'classes of style sheets that no component has, or the other way round': 0,
}

/**
 * Measures the repository.
 * @param {string} root its root
 * @returns {Record<keyof typeof bounds, string[]>} what was found of each kind, a line each
 */
export function measureStructure(root) {
  const wrong = findWrongImports(root)
  const ofKind = (kind) => wrong.filter((one) => one.kind === kind).map(({ text }) => text)
  return {
    'wrong imports between workspaces': ofKind('workspace'),
    'imports up a floor': ofKind('up'),
    "imports of another folder's repository": ofKind('repository'),
    'pairs of folders that import each other': findTwoWayPairs(root),
    'calls in a folder their address does not name': foreignCalls(root),
    'files with queries outside a repository': queriesOutside(root),
    'exported names that the engine has twice': sharedNames(root, 'packages/engine'),
    'exported names that the server has twice': sharedNames(root, 'apps/server'),
    'comparisons with role names outside the contract': roleComparisons(root),
    'classes of style sheets that no component has, or the other way round': findLonelyClasses(root),
  }
}

const routeKey = /^\s*'((?:GET|POST|PUT|DELETE) \/([a-z-]+)[^']*)':/gm

/** Calls none of whose folders has the first part of their address as its name, or the word it goes by here. */
function foreignCalls(root) {
  return sourcesOf(root)
    .filter(({ file }) => file.startsWith('apps/server/src/') && file.endsWith('.routes.ts'))
    .flatMap(({ file, source }) =>
      [...source.matchAll(routeKey)]
        .filter(
          ([, , first]) =>
            !dirname(file)
              .split('/')
              .includes(folderNames[first] ?? first),
        )
        .map(([, call]) => `${file}: ${call}`),
    )
}

/** Where the address and the glossary differ: badges travel as tags, and so on. */
const folderNames = {
  tags: 'badges',
  'database-connections': 'connections',
  'allowed-modules': 'modules',
  locales: 'lookups',
  brands: 'lookups',
  productlines: 'lookups',
  datakinds: 'lookups',
}

const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|selectNoFrom)\(|\bsql(?:<[^`]*>)?`/
const sqlFile = /\.(?:repository|reads)\.ts$/
const exempt =
  /\.(?:test|fixture|fixtures|guarantee)\.ts$|\/test-support\/|\/guarantees\/|\/platform\/(?:database|queue)\//

function queriesOutside(root) {
  return sourcesOf(root)
    .filter(({ file }) => file.startsWith('apps/server/src/') && !sqlFile.test(file) && !exempt.test(file))
    .filter(({ source }) => query.test(source.replace(/^[ \t]*(?:\/\/|\/?\*).*$/gm, '')))
    .map(({ file }) => file)
}

const roleName = `'(?:user|manager|admin|super-admin)'`
const roleComparison = new RegExp(
  [
    `\\b\\w*[rR]ole\\)?\\s*[!=]==?\\s*${roleName}`,
    `${roleName}\\s*[!=]==?\\s*[\\w.?]*[rR]ole\\b`,
    // Lists of roles, not the property of a type.
    `(?<![\\w\\])])\\[\\s*${roleName}(?:\\s*,\\s*${roleName})*\\s*,?\\s*\\]`,
    `\\bcase '(?:manager|super-admin)'`,
  ].join('|'),
  'g',
)
const ofTests = /\.(?:test|fixture|fixtures|guarantee|examples)\.tsx?$|\/test-support\/|\/guarantees\//

/** Places outside the contract that ask for a role by its name: the questions are those of its roles.ts. */
function roleComparisons(root) {
  return sourcesOf(root)
    .filter(({ file }) => !file.startsWith('packages/contract/') && !ofTests.test(file))
    .flatMap(({ file, source }) =>
      [...source.matchAll(roleComparison)].map(
        (match) => `${file}:${source.slice(0, match.index).split('\n').length}: ${match[0]}`,
      ),
    )
}

const exportedName = /^export (?:async )?(?:function\*?|const|let|class|type|interface) +(\w+)/gm

/** Names that several files of a workspace export, tests left out: whoever searches for one finds the other too. */
function sharedNames(root, workspace) {
  const files = new Map()
  for (const { file, source } of sourcesOf(root)) {
    if (!file.startsWith(`${workspace}/`) || isTestFile(file)) continue
    for (const [, name] of source.matchAll(exportedName)) {
      files.set(name, (files.get(name) ?? new Set()).add(file))
    }
  }
  return [...files].filter(([, found]) => found.size > 1).map(([name, found]) => `${name}: ${[...found].join(', ')}`)
}

/** Prints each count beside its bound; names what is too many. @returns {boolean} whether all bounds hold */
export function reportStructure(root, log = console.log) {
  return reportCounts(measureStructure(root), bounds, log)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  if (process.argv.includes('--list')) console.log(JSON.stringify(measureStructure(root), null, 2))
  else if (!reportStructure(root)) process.exitCode = 1
}
