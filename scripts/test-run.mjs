// Runs one project of vitest.config.ts and counts its tests.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/**
 * A test run that writes into `folder` and ends what it started when this process is asked to end.
 * @param {string} folder
 */
export function startableRun(folder) {
  let current
  let asked = false
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
    const env = { ...process.env, PATH: path, TMPDIR: folder, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) }
    current = spawn(pinnedNode(), [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A process group of its own, so that a run past its limit is ended with all that it started.
      detached: true,
    })
    const clock = setTimeout(() => endGroup(current, limit), limit)
    const code = await new Promise((resolve) => {
      current.on('error', (error) => resolve(console.error(error.message) ?? 1))
      current.on('close', (exitCode) => resolve(exitCode ?? 1))
    })
    clearTimeout(clock)
    const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
    return { ...countReport(written, code), seconds: Math.round((Date.now() - began) / 1000) }
  }

  return { vitest, stopped: () => asked }
}

function endGroup(child, limit) {
  console.error(`Not ready after ${limit / 60_000} minutes; ended.`)
  child.kill('SIGTERM')
  setTimeout(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
  }, 15_000).unref()
}
