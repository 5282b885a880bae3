import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * npm's own program, run with this Node: the one that started the server, the one beside this Node, or the first on the
 * PATH. null when there is none.
 */
export function findNpm(env: NodeJS.ProcessEnv = process.env): string | null {
  const beside = path.join(path.dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const onPath = (env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'npm'))
  for (const candidate of [env.npm_execpath ?? '', beside, ...onPath]) {
    if (candidate === '' || !existsSync(candidate)) continue
    const real = realpathSync(candidate)
    if (path.basename(real) === 'npm-cli.js') return real
    // Some systems wrap npm in a script.
    const near = path.join(path.dirname(real), 'node_modules', 'npm', 'bin', 'npm-cli.js')
    if (existsSync(near)) return near
  }
  return null
}
