import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const web = path.join(import.meta.dirname, '..', '..', 'apps', 'web')
const vite = path.join(path.dirname(createRequire(path.join(web, 'package.json')).resolve('vite/package.json')), 'bin')

/** The built gallery, answered by a server of its own. */
export type Gallery = { url: string; stop(): Promise<void> }

/** Builds the gallery, which is no part of a production build, and serves it. */
export async function startGallery(): Promise<Gallery> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-gallery-'))
  await build(folder)
  const server = serve(folder).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function build(folder: string): Promise<void> {
  const args = [path.join(vite, 'vite.js'), 'build', '--mode', 'gallery', '--outDir', folder, '--emptyOutDir']
  const env = { ...process.env, NODE_ENV: 'production' }
  const building = spawn(process.execPath, args, { cwd: web, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  building.stderr.on('data', (part) => (said += part))
  const [code] = await once(building, 'close')
  if (code !== 0) throw new Error(`the gallery could not be built:\n${said}`)
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Names of assets change with their content: the browser keeps them, and what it has compiled of them, from page to page. */
function serve(folder: string) {
  return createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://gallery').pathname
    const file = path.join(folder, path.normalize(name))
    const type = types[path.extname(file)]
    if (type === undefined || !existsSync(file)) return void response.writeHead(404).end()
    const kept = name.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, { 'content-type': type, 'cache-control': kept }).end(readFileSync(file))
  })
}
