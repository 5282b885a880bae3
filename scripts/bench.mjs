// npm run bench: set-up, then the benchmark on the pinned Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pinnedNode, root, runScript, setUp } from './setup.mjs'

await runScript(async () => {
  await setUp()
  const { status } = spawnSync(pinnedNode(), [join(root, 'bench', 'main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
})
