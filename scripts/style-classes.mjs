// Classes of style sheets that no component uses, and those that components use and no style sheet has: a CSS module
// answers `undefined` for a name that it lacks, and nobody notices.
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { repositoryFiles } from './repository-files.mjs'

/**
 * Compares every CSS module with the components and modules that import it.
 * @param {string} root the root of the repository
 * @returns {string[]} `file: .class is never used` and `file: .class is not there`
 */
export function findLonelyClasses(root) {
  const read = (file) => ({ file, source: readFileSync(join(root, file), 'utf8') })
  const files = repositoryFiles(root).filter((file) => file.startsWith('apps/web/src/'))
  const components = files.filter((file) => /\.tsx?$/.test(file)).map(read)
  const sheets = files.filter((file) => file.endsWith('.module.css')).map(read)
  const uses = [...components.flatMap(usesOfComponent), ...sheets.flatMap(usesOfSheet)]
  return sheets.flatMap(({ file, source }) => {
    const here = uses.filter(({ sheet }) => sheet === file)
    const used = new Set(here.flatMap(({ names }) => names))
    const named = new Set(classesOf(source))
    const words = wordsBeside(here, components)
    return [
      ...[...named]
        .filter((name) => !used.has(name) && !words.has(name))
        .map((name) => `${file}: .${name} is never used`),
      ...[...used].filter((name) => !named.has(name)).map((name) => `${file}: .${name} is not there`),
    ]
  })
}

const imported = /^import (\w+) from '([^']+\.module\.css)'/gm

/** `styles.name`, and whether there is `styles[…]`. */
function usesOfComponent({ file, source }) {
  return [...source.matchAll(imported)].map(([, styles, path]) => ({
    file,
    sheet: posix.join(dirname(file), path),
    names: [...source.matchAll(new RegExp(`(?<![\\w.'/])${styles}\\.(\\w+)`, 'g'))].map(([, name]) => name),
    isChosen: source.includes(`${styles}[`),
  }))
}

/** `composes: a b from "./other.module.css"`, or without a file of its own. */
function usesOfSheet({ file, source }) {
  return [...source.matchAll(/composes: ([\w ]+?)(?: from "([^"]+)")?;/g)].map(([, names, path]) => ({
    file,
    sheet: path === undefined ? file : posix.join(dirname(file), path),
    names: names.split(' '),
    isChosen: false,
  }))
}

/** Names that stand in selectors. */
function classesOf(source) {
  const selectors = source.replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|"[^"]*"/g, '').replace(/[\w-]+: [^;{}]*;/g, '')
  return [...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name)
}

/** What `styles[…]` may name: words of the code in the folders where it stands. */
function wordsBeside(uses, components) {
  const folders = new Set(uses.filter(({ isChosen }) => isChosen).map(({ file }) => dirname(file)))
  const beside = components.filter(({ file }) => folders.has(dirname(file)))
  return new Set(beside.flatMap(({ source }) => source.match(/\w+/g) ?? []))
}
