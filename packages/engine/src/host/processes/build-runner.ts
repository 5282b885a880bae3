import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** Writes the runner's program as one file: stripping types in each runner would cost more than its whole start. */
export function buildRunner(outfile: string): void {
  buildSync({
    entryPoints: [fileURLToPath(new URL('../../runner/main.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    charset: 'ascii',
    logLevel: 'silent',
  })
}
