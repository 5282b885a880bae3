// The files of the repository that people write: sources, tests, pages.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listFiles } from './source-hash.mjs'

const folders = ['apps', 'packages', 'e2e', 'scripts', 'bench', 'docs']

/**
 * Paths of all files of the repository, from its root and with forward slashes.
 * @param {string} root
 * @returns {string[]}
 */
export function repositoryFiles(root) {
  const below = folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => listFiles(folder))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
  const beside = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  return [...below, ...beside.map(({ name }) => name)]
}

/**
 * Lines of a file, each with its place, to be named in a message.
 * @param {string} root @param {string} file
 * @returns {{ place: string, line: string }[]}
 */
export function linesOf(root, file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.map((line, index) => ({ place: `${file}:${index + 1}`, line }))
}
