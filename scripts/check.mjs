// npm run check: types, lint with the arrows between the workspaces, citations, unused code, format.
import { runChecks } from './checks.mjs'
import { runScript, setUp } from './setup.mjs'

await runScript(async () => {
  await setUp({ web: false })
  const { failed } = await runChecks()
  if (failed > 0) process.exitCode = 1
})
