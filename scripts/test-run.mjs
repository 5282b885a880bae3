// Runs one project of vitest.config.ts and counts its tests.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { pinnedNode, root } from './setup.mjs'
import { listFiles } from './source-hash.mjs'

/**
 * `N passed, N failed`, with the skipped ones when there are any.
 * @param {{ passed: number, failed: number, skipped?: number }} counts
 */
export function closingLine({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * The files of a project; vitest.config.ts says the same in its own words.
 * @param {'unit' | 'engine' | 'server' | 'web' | 'e2e' | 'guarantees'} project
 * @returns {string[]} their paths
 */
export function testsOf(project) {
  const folders = {
    web: ['apps/web'],
    e2e: ['e2e'],
    unit: ['packages', 'apps/server', 'scripts'],
    engine: ['packages/engine'],
  }
  const patterns = {
    unit: /(?<!\.db|\.run)\.test\.ts$/,
    engine: /\.run\.test\.ts$/,
    server: /\.db\.test\.ts$/,
    web: /\.test\.tsx?$/,
    e2e: /\.e2e\.ts$/,
    guarantees: /\.guarantee\.ts$/,
  }
  return (folders[project] ?? ['packages', 'apps', 'e2e', 'scripts'])
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => listFiles(folder))
    .filter((path) => patterns[project].test(path))
}

/**
 * Sums up vitest's JSON report. A file that could not even be loaded has no tests to count; it counts as one failed,
 * as does a run that ended badly without any failed test (an error outside of tests, a crash, a time-out).
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 * @param {number | null} exitCode
 */
export function countReport(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of report?.testResults ?? []) {
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1
      else if (status === 'failed') counts.failed += 1
      else counts.skipped += 1
    }
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) counts.failed += 1
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

/** Lines that the failures of a run take at its end, all together and each. */
const mostLines = 60
const linesEach = 6

/**
 * The failures of a project, for the end of a run, as often only its last lines are seen.
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] } | undefined} report
 * @param {string} project its name, for a run without a report
 * @param {number | null} exitCode
 * @param {number} [limit] ms, when the run was ended because it took longer
 * @returns {string[][]} each its file and title, then the first lines of its messages
 */
export function failuresOf(report, project, exitCode, limit) {
  const failures = []
  const add = (title, ...messages) => failures.push([title, ...messages.flatMap(firstLines)])
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const test of failed) add(`${file} > ${test.fullName}`, ...(test.failureMessages ?? []))
    if (status === 'failed' && failed.length === 0) add(file, message ?? '')
  }
  if (limit !== undefined) add(`${project}: not ready after ${limit / 60_000} minutes, its limit`)
  else if (exitCode !== 0 && failures.length === 0) {
    const how = report === undefined ? 'ended before it wrote its report' : 'ended badly outside of its tests'
    add(`${project}: ${how}, with code ${exitCode}`)
  }
  return failures
}

/**
 * @param {string} message
 * @returns {string[]} its first lines, indented, without colours
 */
export function firstLines(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
  return lines.slice(0, linesEach - 1).map((line) => `  ${line.slice(0, 500)}`)
}

/**
 * All failures of a run, within 60 lines: first every title, then as many messages as there is room for.
 * @param {string[][]} failures
 */
export function failureLines(failures) {
  if (failures.length === 0) return []
  const shown = failures.slice(0, mostLines - 2)
  let room = mostLines - 2 - shown.length
  const lines = shown.flatMap(([title = '', ...message]) => {
    const fitting = message.slice(0, room)
    room -= fitting.length
    return [title, ...fitting]
  })
  const rest = failures.length - shown.length
  return [`Failed (${failures.length}):`, ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])]
}

/**
 * A test run that writes into `folder` and ends what it started when this process is asked to end.
 * @param {string} folder
 */
export function startableRun(folder) {
  let current
  let asked = false
  const failures = []
  const end = (signal) => {
    asked = true
    current?.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))

  async function vitest(project, limit) {
    const report = join(folder, `${project}.json`)
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const began = Date.now()
    const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
    const env = {
      ...process.env,
      PATH: path,
      TMPDIR: folder,
      // Many tests start the product or its command line, which Node would compile anew each time.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    }
    current = spawn(pinnedNode(), [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A process group of its own, so that a run past its limit is ended with all that it started.
      detached: true,
    })
    let late = false
    const clock = setTimeout(() => {
      late = true
      endGroup(current, limit)
    }, limit)
    const code = await new Promise((resolve) => {
      current.on('error', (error) => resolve(console.error(error.message) ?? 1))
      current.on('close', (exitCode) => resolve(exitCode ?? 1))
    })
    clearTimeout(clock)
    // Vitest ends at once, and its tests no longer end what they have started.
    if (asked && current.pid !== undefined) await endRestOf(current.pid)
    const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
    failures.push(...failuresOf(written, project, code, late ? limit : undefined))
    return { ...countReport(written, code), seconds: Math.round((Date.now() - began) / 1000) }
  }

  return { vitest, failures, stopped: () => asked }
}

/**
 * Ends what is left of a process group after the process that led it is gone: asked first, by force 10 s later.
 * @param {number} leader
 */
export async function endRestOf(leader) {
  const tell = (signal) => {
    try {
      return process.kill(-leader, signal)
    } catch (error) {
      if (error.code === 'ESRCH') return false
      throw error
    }
  }
  const end = Date.now() + 10_000
  let isLeft = tell('SIGTERM')
  while (isLeft && Date.now() < end) {
    await sleep(50)
    isLeft = tell(0)
  }
  // Once: those that nobody waits for stay in the list of processes.
  if (isLeft) tell('SIGKILL')
}

function endGroup(child, limit) {
  console.error(`Not ready after ${limit / 60_000} minutes; ended.`)
  child.kill('SIGTERM')
  setTimeout(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
  }, 15_000).unref()
}
