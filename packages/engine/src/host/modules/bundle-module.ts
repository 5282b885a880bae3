import { realpath } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { findRequiredModules } from '../../components/required-modules.ts'

/** Why a module cannot be used in the sandbox, as a sentence. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError'
}

const builtIns = new Set(builtinModules)
const isBuiltIn = (name: string): boolean => name.startsWith('node:') || builtIns.has(name)

/**
 * One CommonJS text of an installed module and all it needs, for the sandbox: browser builds are preferred, and nothing
 * outside the folder is read.
 * @param folder holds `node_modules` with the module in it
 * @throws ModuleError
 */
export async function bundleModule(folder: string, name: string, maxBytes: number): Promise<string> {
  const code = await bundle(folder, name, new Set())
  // A require that is left stands in a try block of the module itself, which can do without it.
  const absent = new Set(findRequiredModules(code))
  const whole = withoutRequires(absent.size === 0 ? code : await bundle(folder, name, absent))
  const bytes = Buffer.byteLength(whole)
  if (bytes > maxBytes) {
    throw new ModuleError(`It is too large for the sandbox: ${mebi(bytes)} MiB, and at most ${mebi(maxBytes)} MiB`)
  }
  return whole
}

const mebi = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)

/** Code that the module generates may contain `require(`; it must not be taken for a call of the module itself. */
const withoutRequires = (code: string): string =>
  findRequiredModules(code).length === 0 ? code : code.replaceAll(/(?<![.\w$])require(\s*\()/g, 'require/**/$1')

async function bundle(folder: string, name: string, absent: ReadonlySet<string>): Promise<string> {
  const root = await realpath(folder)
  try {
    const built = await build({
      stdin: { contents: `module.exports = require(${JSON.stringify(name)})`, resolveDir: root, loader: 'js' },
      absWorkingDir: root,
      bundle: true,
      write: false,
      minify: true,
      platform: 'neutral',
      mainFields: ['browser', 'module', 'main'],
      conditions: ['browser', 'module'],
      target: 'es2022',
      format: 'cjs',
      legalComments: 'none',
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      // Compiler options that come with a package are ignored.
      tsconfigRaw: '{}',
      logLevel: 'silent',
      plugins: [without(absent), insideOnly(root)],
    })
    return built.outputFiles[0]?.text ?? ''
  } catch (error) {
    throw problemOf(error)
  }
}

const looked = Symbol('looked for')

/** Takes packages of the folder alone, refuses files outside of it, whatever link, `..` or absolute path leads there, and native code. */
const insideOnly = (root: string): Plugin => ({
  name: 'inside-only',
  setup({ onResolve, onLoad, resolve }) {
    // Packages are looked for in all folders above, too: one that happens to lie there did not come with the module.
    onResolve({ filter: /^[^./]/ }, async ({ path: wanted, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === looked) return undefined
      const found = await resolve(wanted, { kind, importer, resolveDir, pluginData: looked })
      if (found.errors.length > 0 || found.path === '' || found.path.startsWith(root + path.sep)) return undefined
      if (kind === 'require-call') return { path: wanted, external: true }
      return { errors: [{ text: `Could not resolve "${wanted}"` }] }
    })
    onLoad({ filter: /.*/ }, async ({ path: file, namespace }) => {
      if (namespace !== 'file') return undefined
      if (file.endsWith('.node')) return { errors: [{ text: 'native code' }] }
      const real = await realpath(file)
      return real.startsWith(root + path.sep) ? undefined : { errors: [{ text: 'outside' }] }
    })
    onLoad({ filter: /\.node$/ }, () => ({ errors: [{ text: 'native code' }] }))
  },
})

/** Stands in for what a module tries to require and can do without. */
const without = (names: ReadonlySet<string>): Plugin => ({
  name: 'without',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path: wanted }) =>
      names.has(wanted) ? { path: wanted, namespace: 'absent' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'absent' }, ({ path: wanted }) => ({
      contents: `throw new Error(${JSON.stringify(`Cannot find module '${wanted}'`)})`,
    }))
  },
})

function problemOf(error: unknown): Error {
  const { errors } = error as { errors?: { text: string; location?: { file?: string } | null }[] }
  if (errors === undefined || errors.length === 0) return error as Error
  const wanted = errors.flatMap(({ text }) => /^Could not resolve "([^"]+)"/.exec(text)?.[1] ?? [])
  const ofNode = [...new Set(wanted.filter(isBuiltIn))]
  if (ofNode.length > 0) {
    return new ModuleError(`It needs ${list(ofNode)} of Node, which the sandbox does not have`)
  }
  if (wanted.length > 0) {
    return new ModuleError(`It needs ${list([...new Set(wanted)])}, which did not come with it`)
  }
  const [first] = errors
  if (first?.text === 'native code' || /No loader is configured for ".node"/.test(first?.text ?? '')) {
    return new ModuleError('It has native code, which the sandbox does not run')
  }
  if (first?.text === 'outside') return new ModuleError('It reaches for files outside of itself')
  return new ModuleError(`It cannot be bundled: ${first?.text ?? 'no reason is known'}`)
}

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
