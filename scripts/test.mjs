// npm test: everything that has to hold, from set-up to browser; the last line sums it up.
//   --unit        the unit tests alone, without PostgreSQL, in seconds
//   --fast        for each commit: without browser, hostile input, killed processes, races, reached limits, whole starts,
//                 sweeps over every call and what waits for others (`slow` in vitest.config.ts)
//   --guarantees  the long tests of the guarantees (files *.guarantee.ts) and nothing else
import { rmSync } from 'node:fs'
import { installBrokers } from './brokers.mjs'
import { runChecks } from './checks.mjs'
import { installMariaDb } from './mariadb.mjs'
import { runScript, SetupProblem, setUp } from './setup.mjs'
import { makeTestFolder } from './test-folder.mjs'
import { closingLine, failureLines, firstLines, startableRun, testsOf } from './test-run.mjs'

const minutes = 60_000

/** Vitest projects, with the time after which a run is ended: four times what it takes on two quick cores, for slow machines. */
const stages = {
  unit: { name: 'unit tests', limit: 10 * minutes },
  engine: { name: 'engine tests with real runners', limit: 30 * minutes },
  server: { name: 'server tests on PostgreSQL', limit: 60 * minutes },
  web: { name: 'web component tests', limit: 15 * minutes },
  e2e: { name: 'browser tests', limit: 50 * minutes },
  guarantees: { name: 'guarantees', limit: 240 * minutes },
}

const plan = readPlan(process.argv.slice(2))
if (plan.fast) process.env.MILLRACE_TEST_FAST = '1'

await runScript(async () => {
  console.log('Set-up')
  const usesServers = (project) => project === 'server' || project === 'guarantees'
  // Beside the packages, the checks and the stages before.
  const servers = plan.projects.some(usesServers) ? installServers() : undefined
  await setUp({ web: false })
  // Everything that tests write goes into one folder, which is gone afterwards whatever happened to them.
  const folder = makeTestFolder({ onDisk: plan.projects.includes('guarantees') })
  const run = startableRun(folder)
  try {
    const total = { passed: 0, failed: 0, skipped: 0 }
    if (plan.checks) {
      const { passed, failed, failures } = await runChecks()
      Object.assign(total, { passed, failed })
      run.failures.push(...failures)
    }
    for (const project of plan.projects) {
      const { name, limit } = stages[project]
      if (testsOf(project).length === 0) {
        console.log(`${name}: there are none`)
        continue
      }
      console.log(name)
      if (usesServers(project)) await servers
      const counts = (await webFailure(project, run.failures)) ?? (await run.vitest(project, limit))
      for (const kind of Object.keys(total)) total[kind] += counts[kind]
      console.log(`${name}: ${closingLine(counts)} (${counts.seconds} s)`)
      if (run.stopped()) break
    }
    for (const line of failureLines(run.failures)) console.log(line)
    console.log(closingLine(total))
    if (total.failed > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
})

/** One after the other: apt-get works for one at a time. */
async function installServers() {
  await installMariaDb()
  if (!plan.fast) await installBrokers()
}

/** Browser tests need the built app; one that does not build fails them all, and no other test. */
async function webFailure(project, failures) {
  if (project !== 'e2e' && project !== 'guarantees') return undefined
  try {
    await setUp()
    return undefined
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    console.error(error.message)
    failures.push(['the web app cannot be built', ...firstLines(error.message)])
    return { passed: 0, failed: 1, skipped: 0, seconds: 0 }
  }
}

function readPlan(args) {
  const plans = {
    '--unit': { checks: false, projects: ['unit'] },
    '--fast': { checks: true, fast: true, projects: ['unit', 'engine', 'server'] },
    '--guarantees': { checks: false, projects: ['guarantees'] },
  }
  const unknown = args.filter((arg) => !(arg in plans))
  if (unknown.length > 0 || args.length > 1) {
    console.error(`npm test takes one of ${Object.keys(plans).join(', ')} or nothing, not: ${args.join(' ')}`)
    process.exit(1)
  }
  return plans[args[0]] ?? { checks: true, projects: ['unit', 'engine', 'server', 'web', 'e2e'] }
}
