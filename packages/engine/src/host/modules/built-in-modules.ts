import { buildSync } from 'esbuild'
import { fileURLToPath } from 'node:url'

/** A module that code of components may require: its text in CommonJS form, nothing beside it. */
export type BuiltInModule = { name: string; version: string; readonly code: string }

const bundled = new Map<string, string>()

/**
 * Modules supplied with the product (MOD-007). Their text is bundled when it is first asked for, once per process (some
 * 50 ms), so that listing them costs nothing. What would make a result depend on the calls before it is left out: a
 * locale or time zone set for everybody, a counter.
 */
export function builtInModules(): BuiltInModule[] {
  return [builtIn('dayjs', '1.11.23'), builtIn('lodash', '4.18.1')]
}

function builtIn(name: string, version: string): BuiltInModule {
  return {
    name,
    version,
    get code() {
      const known = bundled.get(name) ?? bundle(name)
      bundled.set(name, known)
      return known
    },
  }
}

function bundle(name: string): string {
  const built = buildSync({
    entryPoints: [fileURLToPath(new URL(`./${name}.entry.cjs`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    mainFields: ['main'],
    target: 'es2022',
    format: 'cjs',
    legalComments: 'inline',
    logLevel: 'silent',
  })
  return built.outputFiles[0]?.text ?? ''
}
