// npm run pictures: starts the product on a folder of its own, walks its screens with the files that come with it and
// writes docs/pictures, so that the guide shows what is really there.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pinnedNode, root, runScript, setUp } from './setup.mjs'

await runScript(async () => {
  await setUp()
  const child = spawn(pinnedNode(), [join(root, 'e2e', 'support', 'take-pictures.ts')], { cwd: root, stdio: 'inherit' })
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
})
