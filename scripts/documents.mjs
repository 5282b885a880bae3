// Paths, npm scripts, settings, links and names of code in the documents have to exist, so that who follows one arrives.
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { linesOf, repositoryFiles } from './repository-files.mjs'

/**
 * Names in README, CONTRIBUTING and docs that nothing in the repository has.
 * @param {string} root the root of the repository
 * @returns {string[]} `file:line kind name`
 */
export function findDeadNames(root) {
  const files = repositoryFiles(root)
  const documents = files.filter((file) => /^(?:README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file))
  const world = readWorld(root, files)
  return documents.flatMap((file) => {
    let isFenced = false
    return linesOf(root, file).flatMap(({ place, line }) => {
      if (line.startsWith('```')) isFenced = !isFenced
      const dead = [...deadScripts(line, world), ...deadSettings(line, world)]
      if (!isFenced) dead.push(...deadLinks(line, file, world), ...deadCode(line, world))
      return dead.map((what) => `${place} ${what}`)
    })
  })
}

const code = /\.(?:tsx?|mjs|js|sql|css|html)$/

/** All that a document may name. */
function readWorld(root, files) {
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const sources = files.filter((file) => code.test(file)).map((file) => ({ file, source: read(file) }))
  const settings = sources.flatMap(({ file, source }) => [
    ...(file.endsWith('/read-settings.ts') ? (source.match(setting) ?? []) : []),
    ...[...source.matchAll(/\benv(?:\.|\[')(MILLRACE_[A-Z_]+)/g)].map(([, name]) => name),
  ])
  return {
    files,
    folders: new Set(files.flatMap(foldersAbove)),
    scripts: Object.keys(JSON.parse(read('package.json')).scripts),
    settings: new Set(settings),
    words: new Set(sources.flatMap(({ source }) => source.match(/[A-Za-z_$][\w$]*/g) ?? [])),
    anchors: new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, anchorsOf(read(file))])),
  }
}

function foldersAbove(file) {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Addresses of the headings of a page, as GitHub makes them. */
function anchorsOf(page) {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text]) => text)
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

const setting = /\bMILLRACE_[A-Z_]+\b/g

function deadSettings(line, { settings }) {
  const names = (line.match(setting) ?? []).filter((name) => !name.endsWith('_'))
  return names.filter((name) => !settings.has(name)).map((name) => `setting ${name}`)
}

function deadScripts(line, { scripts }) {
  const names = [...line.matchAll(/\bnpm run ([\w:-]+)|\bnpm (start|test)\b/g)].map(([, run, own]) => run ?? own)
  return names.filter((name) => !scripts.includes(name)).map((name) => `npm script ${name}`)
}

function deadLinks(line, file, { files, folders, anchors }) {
  const targets = [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target)
  const dead = targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [path, anchor] = target.split('#')
    const wanted = path === '' ? file : posix.join(dirname(file).replaceAll('\\', '/'), path)
    if (!files.includes(wanted) && !folders.has(wanted.replace(/\/$/, ''))) return true
    return anchor !== undefined && !anchors.get(wanted)?.has(anchor)
  })
  return dead.map((target) => `link ${target}`)
}

const roots = /^(?:apps|packages|docs|scripts|e2e|bench)\//

/** Backticked paths of code, resolved by suffix, and backticked names written in camel case. */
function deadCode(line, world) {
  const spans = [...line.matchAll(/`([^`]+)`/g)].map(([, span]) => span)
  return [
    ...spans.filter((span) => isPath(span) && !hasPath(span, world)).map((span) => `path ${span}`),
    ...spans.filter((span) => isName(span) && !world.words.has(bareName(span))).map((span) => `name ${span}`),
  ]
}

function isPath(span) {
  if (/[\s{}…<>]|^\/|:\/\//.test(span)) return false
  return roots.test(span) || /\.(?:tsx?|mjs|sql|md)$/.test(span) || /^[\w.-]+(?:\/[\w.-]+)*\/$/.test(span)
}

function hasPath(span, { files, folders }) {
  const start = span.startsWith('.') ? '' : '(?:^|/)'
  const pattern = new RegExp(`${start}${span.replace(/\/$/, '').replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}$`)
  return files.some((file) => pattern.test(file)) || [...folders].some((folder) => pattern.test(folder))
}

const isName = (span) => /^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w*(?:\(\))?$/.test(span)
const bareName = (span) => span.replace('()', '')
