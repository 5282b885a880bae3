// The checks that need no test runner: types, lint, arrows, citations, unused code, format. Each answers whether it passed and what it said.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pinnedNode, root } from './setup.mjs'
import { firstLines } from './test-run.mjs'

const bin = (...path) => join(root, 'node_modules', ...path)

/** Each program of the type check; together they hold every source of the workspaces (checks.test.ts). */
export const programs = ['tsconfig.node.json', 'apps/web/tsconfig.json', 'tsconfig.browser-tests.json']

/** All of them begin at once, and their processes take the cores in this order: the longest first. */
const checks = [
  { name: 'type check', run: typeCheck },
  { name: 'lint', run: lint },
  { name: 'unused code check', run: () => runNode([bin('knip/bin/knip.js'), '--no-progress']) },
  { name: 'citations check', run: () => runNode([join(root, 'scripts', 'citations.mjs')]) },
  { name: 'format check', run: () => runNode([bin('@biomejs/biome/bin/biome'), 'format', '--reporter=summary', '.']) },
]

/**
 * One checker each: several would check what they share once each, and two cores are busy with other checks anyway.
 * What a run found out is kept for the next one.
 */
async function typeCheck() {
  const flags = ['--pretty', 'false', '--checkers', '1', '--incremental']
  return together(
    programs.map((program) => {
      const kept = join(root, '.cache', 'types', `${program.replaceAll('/', '-')}.tsbuildinfo`)
      return runNode([bin('typescript/bin/tsc'), '-p', join(root, program), ...flags, '--tsBuildInfoFile', kept], goEnv)
    }),
  )
}

async function lint() {
  // Without a second core its checkers do no work twice.
  const env = { ...goEnv, GOMAXPROCS: '1' }
  const args = ['--type-aware', '--report-unused-disable-directives', '.']
  return together([
    runNode([bin('oxlint/bin/oxlint'), ...args], env),
    runNode([join(root, 'scripts', 'structure.mjs')]),
  ])
}

/** The compiler and the linter are over before their memory is worth collecting often. */
const goEnv = { GOGC: '400' }

async function together(running) {
  const results = await Promise.all(running)
  const failed = results.filter(({ ok }) => !ok)
  return {
    ok: failed.length === 0,
    output: failed.map(({ output }) => output).join('\n'),
    seconds: Math.max(...results.map(({ seconds }) => seconds)),
  }
}

let free = Math.max(2, availableParallelism())
const waiting = []

/** Runs `body` as soon as fewer processes run than there are cores. */
async function withCore(body) {
  if (free > 0) free -= 1
  else await new Promise((resolve) => waiting.push(resolve))
  try {
    return await body()
  } finally {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
}

/** @returns {Promise<{ ok: boolean, output: string, seconds: number }>} */
function runNode(args, more = {}) {
  return withCore(async () => {
    const began = Date.now()
    const result = await new Promise((resolve) => {
      let output = ''
      const child = spawn(pinnedNode(), args, {
        cwd: root,
        env: { ...process.env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      child.on('error', (error) => resolve({ ok: false, output: error.message }))
      child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
    })
    return { ...result, seconds: (Date.now() - began) / 1000 }
  })
}

/**
 * Runs all checks, prints a line each and what failed.
 * @returns {Promise<{ passed: number, failed: number, failures: string[][] }>} each check counts as one; what they found, each with the name of the check first
 */
export async function runChecks() {
  const count = { passed: 0, failed: 0, failures: [] }
  const runOne = async ({ name, run }) => {
    const { ok, output, seconds } = await run()
    console.log(`${name}: ${ok ? 'passed' : 'FAILED'} (${seconds.toFixed(1)} s)`)
    count[ok ? 'passed' : 'failed'] += 1
    if (ok) return []
    console.log(output)
    return [[name, ...firstLines(output)]]
  }
  // In the order of the list, whichever came first.
  count.failures = (await Promise.all(checks.map(runOne))).flat()
  return count
}
