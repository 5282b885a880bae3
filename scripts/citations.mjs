// What sources, tests and pages cite has to be in the repository: ids have a sentence in docs/requirements.md, and a
// reason is written out, not cited from a page that nobody here can open. `npm run check` runs this.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportCounts } from './bounds.mjs'
import { requirementsPage } from './coverage-requirements.mjs'
import { findDeadNames } from './documents.mjs'
import { linesOf, repositoryFiles } from './repository-files.mjs'

/** How many of each kind there may be. */
export const bounds = {
  'ids that docs/requirements.md lacks': 0,
  'citations of pages outside the repository': 0,
  'names in documents that do not exist': 0,
}

/**
 * Measures the repository.
 * @param {string} root its root
 * @returns {Record<keyof typeof bounds, string[]>} what was found of each kind, a line each
 */
export function measureCitations(root) {
  const lines = repositoryFiles(root)
    .filter((file) => cites.test(file) && !aboutCitations.test(file))
    .flatMap((file) => linesOf(root, file))
  return {
    'ids that docs/requirements.md lacks': findUnknownIds(lines, readKnownIds(root)),
    'citations of pages outside the repository': findOutsideCitations(lines),
    'names in documents that do not exist': findDeadNames(root),
  }
}

const cites = /\.(?:tsx?|mjs|js|md|sql|css|html)$/

/** These have made-up ids and wrong citations as their examples. */
const aboutCitations = /^scripts\/(?:citations|documents|coverage-requirements|draw-requirements)\.(?:test\.ts|mjs)$/

/** Ids with a sentence in the page of requirements, and decisions with a page of their own. */
function readKnownIds(root) {
  const page = readFileSync(join(root, requirementsPage), 'utf8')
  const ids = [...page.matchAll(/^- ([A-Z]{3}-\d{3}|D-\d+|[GS]\d+)\b.*?: /gm)].map(([, id]) => id)
  const folder = join(root, 'docs', 'decisions')
  const pages = existsSync(folder) ? readdirSync(folder) : []
  return new Set([...ids, ...pages.map((name) => `decision ${Number.parseInt(name, 10)}`)])
}

/** `SHA-256` and the like look like requirements and are none. */
const requirementOrDecision = /\b(?!SHA-|AES-|ISO-)(?:[A-Z]{3}-\d{3}|D-\d{2,3})\b/g

/** Short enough to mean something else in code (a cell of a sheet): looked for in comments, pages and titles only. */
const guarantee = /\b[GS]\d{1,2}\b/g
const prose = /^\s*(?:\/?\*|\/\/|--|#)|\s\/\/ |\b(?:it|describe|test)(?:\.\w+(?:\([^)]*\))?)?\(/

const decisionPage = /\bdecision \d+\b/gi

function findUnknownIds(lines, known) {
  return lines.flatMap(({ place, line }) => {
    const isProse = prose.test(line) || /\.md:\d+$/.test(place)
    const ids = [...(line.match(requirementOrDecision) ?? []), ...(isProse ? (line.match(guarantee) ?? []) : [])]
    const decisions = isProse ? (line.match(decisionPage) ?? []).map((one) => one.toLowerCase()) : []
    return [...ids, ...decisions].filter((id) => !known.has(id)).map((id) => `${place} cites ${id}`)
  })
}

const outside =
  /settled points?|wire contract|\b(?:decisions|architecture|wire)\.md|\bpoints? \d+\)|\bpoints? \d+ of\b/i

function findOutsideCitations(lines) {
  return lines.filter(({ line }) => outside.test(line)).map(({ place, line }) => `${place} ${line.trim()}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  if (!reportCounts(measureCitations(root), bounds)) process.exitCode = 1
}
