// npm run coverage:requirements: which of the numbered requirements have a test that names them.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from './source-hash.mjs'

/** Where every requirement, decision and guarantee has its sentence. */
export const requirementsPage = 'docs/requirements.md'

/** The places in which a requirement of each kind has to be proven. */
const needed = { both: ['ui', 'api'], ui: ['ui'], api: ['api'], engine: ['engine'] }

const requirementLine = /^- ([A-Z]{3}-\d+) \((both|ui|api|engine)\): \S/

/**
 * Reads the page of requirements, of which each requirement is a line: `- UPL-005 (both): A file of 20 MiB is refused.`.
 * @param {string} text
 * @returns {Map<string, 'both' | 'ui' | 'api' | 'engine'>}
 */
export function readRequirements(text) {
  return new Map(
    text
      .split('\n')
      .filter((line) => /^- [A-Z]{3}-/.test(line))
      .map((line) => {
        const [, id, place] = line.match(requirementLine) ?? []
        if (!id) throw new Error(`Not a requirement: ${line}`)
        return [id, place]
      }),
  )
}

const title = /(\w+)?\s*\(?\s*(['"`])((?:[A-Z]{2,4}-\d{3}\/(?:ui|api|engine)[\s,;:]*)+)/g

/**
 * Finds the ids at the start of test titles (`it('UPL-005/api …`), those of skipped tests and tests to come excepted.
 * @param {string} source a test file
 * @returns {string[]} `UPL-005/api`, …
 */
export function idsInTitles(source) {
  const code = source.replace(/^[ \t]*(?:\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(title)]
    .filter(([, called]) => called !== 'skip' && called !== 'todo')
    .flatMap(([, , , ids]) => ids.match(/[A-Z]{2,4}-\d{3}\/(?:ui|api|engine)/g))
}

/**
 * Holds the ids found against the list.
 * @param {Map<string, string>} requirements @param {Iterable<string>} found
 * @returns {{ covered: string[], open: string[], unknown: string[] }} unknown: named by a test, not in the list
 */
export function coverage(requirements, found) {
  const named = new Set(found)
  const isCovered = ([id, place]) => needed[place].every((where) => named.has(`${id}/${where}`))
  const ids = (entries) => entries.map(([id]) => id)
  const all = [...requirements]
  return {
    covered: ids(all.filter(isCovered)),
    open: ids(all.filter((entry) => !isCovered(entry))),
    unknown: [...named].filter((name) => !requirements.has(name.split('/')[0])).sort(),
  }
}

/** All test files of the repository. */
export function testFiles(root) {
  return ['packages', 'apps', 'e2e', 'scripts']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => listFiles(folder))
    .filter((path) => /\.(test|e2e|guarantee)\.tsx?$/.test(path))
    .filter((path) => !path.endsWith('coverage-requirements.test.ts'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const requirements = readRequirements(readFileSync(join(root, requirementsPage), 'utf8'))
  const found = testFiles(root).flatMap((path) => idsInTitles(readFileSync(path, 'utf8')))
  const { covered, open, unknown } = coverage(requirements, found)
  console.log(`requirements: ${covered.length} of ${requirements.size} covered`)
  console.log('uncovered')
  for (const id of open) console.log(id)
  if (unknown.length > 0) {
    console.error(`Tests name requirements that are not in ${requirementsPage}: ${unknown.join(', ')}`)
    process.exitCode = 1
  }
}
