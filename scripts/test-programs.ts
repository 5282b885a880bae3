import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { programsVariable } from '../apps/server/src/test-support/programs.ts'
import { root } from './setup.mjs'
import { hashOfFiles, listFiles } from './source-hash.mjs'

const kept = join(root, 'node_modules', '.cache', 'millrace-programs')
/** Bundles of earlier sources may still be in use by a run beside this one, for as long as a run takes at most. */
const keptMs = 24 * 60 * 60_000

/** The runner's program and what V8 makes of it, as `runner-program.ts` names them. */
const runnerFiles = ['program.js', 'program.code', 'program-large.code']

/** Vitest calls this before the tests; what it answers, after the last of them. */
export const setup = (): Promise<() => void> => providePrograms()

/**
 * The server and the command line as one file each, with the packages they use, for tests that start them again and again:
 * a process that reads two thousand modules takes half a second of a processor more than one that reads two. The folder
 * with `main.mjs` and `command-line.mjs` stands in MILLRACE_TEST_PROGRAMS. It is made once for the same sources
 * and packages (about two seconds). Where it cannot be made the tests start the sources, as the product does.
 * @returns how to end it
 */
export async function providePrograms(folder = kept): Promise<() => void> {
  try {
    process.env[programsVariable] = await bundlePrograms(folder)
  } catch (error) {
    console.error(`Tests start the product from its sources: ${error instanceof Error ? error.message : error}`)
  }
  return () => void delete process.env[programsVariable]
}

async function bundlePrograms(folder: string): Promise<string> {
  const workspaces = ['apps/server', 'packages/contract', 'packages/engine'].map((path) => join(root, path, 'src'))
  const sources = workspaces.flatMap((path) => listFiles(path)).filter((path) => !path.endsWith('.test.ts'))
  const hash = hashOfFiles([...sources, join(root, 'package-lock.json'), import.meta.filename]).slice(0, 16)
  const ready = join(folder, hash)
  if (existsSync(ready)) return ready
  mkdirSync(folder, { recursive: true })
  removeOld(folder)
  const part = `${ready}.${process.pid}`
  await build({
    entryPoints: {
      main: join(root, 'apps/server/src/entry/main.ts'),
      'command-line': join(root, 'apps/server/src/entry/cli/main.ts'),
    },
    outdir: part,
    outExtension: { '.js': '.mjs' },
    // The command line loads the server only for the commands that start it.
    splitting: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'silent',
    // Both look for programs and add-ons beside their own files.
    external: ['esbuild', 'isolated-vm'],
    banner: {
      js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
    },
    plugins: [builtRunner(ready), keptCode, ownPlaces],
  })
  await compileRunner(part)
  try {
    renameSync(part, ready)
  } catch (error) {
    // A run beside this one was quicker.
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(ready)) throw error
  }
  return ready
}

/** Every module finds the files beside it: its place is written into it before it becomes a part of the bundle. */
const ownPlaces: Plugin = {
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      const loader = path.endsWith('ts') ? 'ts' : 'js'
      const quoted = (text: string) => JSON.stringify(text)
      const placed = code
        .replaceAll('import.meta.url', quoted(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', quoted(dirname(path)))
        .replaceAll('import.meta.filename', quoted(path))
      const isCommon = /\b__(dirname|filename)\b/.test(code)
      const names = `var __dirname = ${quoted(dirname(path))}, __filename = ${quoted(path)};`
      return { contents: isCommon ? `${names}${placed}` : placed, loader }
    })
  },
}

/** The runner's program, and what V8 makes of it in a warm-up. */
async function compileRunner(folder: string): Promise<void> {
  // The engine is loaded only where there is something to make.
  const { warmUpRunners } = await import('../packages/engine/src/host/pipelines/warm-up.ts')
  const { runnerProgram } = await import('../packages/engine/src/host/processes/runner-program.ts')
  await warmUpRunners()
  for (const name of runnerFiles) copyFileSync(join(runnerProgram().folder, name), join(folder, name))
}

/** Each started product copies the runner's program that was built for the run: building it takes a quarter of a second. */
const builtRunner = (folder: string): Plugin => ({
  name: 'built runner',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]build-runner\.ts$/ }, () => ({
      contents: `import { copyFileSync } from 'node:fs'
        import { dirname, join } from 'node:path'
        export const buildRunner = (outfile) => {
          for (const name of ${JSON.stringify(runnerFiles)}) {
            copyFileSync(join(${JSON.stringify(folder)}, name), join(dirname(outfile), name))
          }
        }`,
      loader: 'js',
    }))
  },
})

/**
 * Its runners have their compiled code from the start: the warm-up, half a second of a processor, would make it anew, and
 * only puts the program where runners find it.
 */
const keptCode: Plugin = {
  name: 'kept code',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]pipelines[/\\]warm-up\.ts$/ }, ({ path }) => ({
      contents: `import { runnerProgram } from '../processes/runner-program.ts'
        export const warmUpRunners = async () => void runnerProgram()`,
      loader: 'js',
      resolveDir: dirname(path),
    }))
  },
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}
