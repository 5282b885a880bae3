// The checks that need no test runner: types, lint, arrows, citations, unused code, format. Each answers whether it passed and what it said.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from './setup.mjs'
import { firstLines } from './test-run.mjs'

const bin = (...path) => join(root, 'node_modules', ...path)
const projects = ['packages/contract', 'packages/engine', 'apps/server', 'apps/web', 'scripts', 'e2e', 'bench']

/** @type {{ name: string, run: () => Promise<{ ok: boolean, output: string }> }[]} */
const checks = [
  { name: 'type check', run: typeCheck },
  { name: 'lint', run: lint },
  { name: 'citations check', run: () => runNode([join(root, 'scripts', 'citations.mjs')]) },
  { name: 'unused code check', run: () => runNode([bin('knip/bin/knip.js'), '--no-progress']) },
  { name: 'format check', run: () => runNode([bin('@biomejs/biome/bin/biome'), 'format', '--reporter=summary', '.']) },
]

async function typeCheck() {
  const results = []
  for (const project of projects.filter((name) => existsSync(join(root, name, 'tsconfig.json')))) {
    results.push(await runNode([bin('typescript/bin/tsc'), '-p', join(root, project), '--pretty', 'false']))
  }
  return together(results)
}

async function lint() {
  return together([
    await runNode([bin('oxlint/bin/oxlint'), '--type-aware', '--report-unused-disable-directives', '.']),
    await runNode([join(root, 'scripts', 'structure.mjs')]),
  ])
}

function together(results) {
  const failed = results.filter(({ ok }) => !ok)
  return { ok: failed.length === 0, output: failed.map(({ output }) => output).join('\n') }
}

function runNode(args) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(pinnedNode(), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}

/**
 * Runs all checks, prints a line each and what failed.
 * @returns {Promise<{ passed: number, failed: number, failures: string[][] }>} each check counts as one; what they found, each with the name of the check first
 */
export async function runChecks() {
  const count = { passed: 0, failed: 0, failures: [] }
  for (const { name, run } of checks) {
    const began = Date.now()
    const { ok, output } = await run()
    console.log(`${name}: ${ok ? 'passed' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    if (!ok) {
      console.log(output)
      count.failures.push([name, ...firstLines(output)])
    }
    count[ok ? 'passed' : 'failed'] += 1
  }
  return count
}
