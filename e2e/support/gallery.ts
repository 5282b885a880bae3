import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './product.ts'

const web = path.join(import.meta.dirname, '..', '..', 'apps', 'web')
const vite = path.join(path.dirname(createRequire(path.join(web, 'package.json')).resolve('vite/package.json')), 'bin')
const startMs = 30_000

/** The built gallery, answered by a server of its own. */
export type Gallery = { url: string; stop(): Promise<void> }

/** Builds the gallery, which is no part of a production build, and serves it. */
export async function startGallery(): Promise<Gallery> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-gallery-'))
  const run = (...args: string[]) => [path.join(vite, 'vite.js'), ...args, '--outDir', folder]
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = spawnSync(process.execPath, run('build', '--mode', 'gallery', '--emptyOutDir'), { cwd: web, env })
  if (built.status !== 0) throw new Error(`the gallery could not be built:\n${built.stderr.toString()}`)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const served = spawn(process.execPath, run('preview', '--port', String(port), '--host', '127.0.0.1'), { cwd: web })
  await untilAnswered(url)
  return {
    url,
    async stop() {
      served.kill()
      await once(served, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswered(url: string): Promise<void> {
  const end = Date.now() + startMs
  for (;;) {
    const answered = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    if (Date.now() > end) throw new Error(`the gallery does not answer at ${url}`)
    await sleep(50)
  }
}
