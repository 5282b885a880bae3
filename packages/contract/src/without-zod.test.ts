import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const here = import.meta.dirname
/** What the app imports as values: rules and tables, no schemas of messages. */
const light = [
  ...globSync('**/*.rule.ts', { cwd: here }),
  'envelope.ts',
  'errors.ts',
  'policy.ts',
  'public-calls.ts',
  'roles.ts',
  'screens.ts',
]

const statement = /^(?:import|export) (?!type )(?:([^'"]*?) from )?'([^']+)'/gm

/** Modules that are loaded with the file; imports of types alone are gone before. */
function loadedBy(file: string): string[] {
  const source = readFileSync(path.join(here, file), 'utf8')
  return [...source.matchAll(statement)]
    .filter(([, names = '']) => !/^\{(?:\s*type [^,}]+,?)+\s*\}$/.test(names))
    .map(([, , from = '']) => (from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from))
}

it.each(light)('%s brings no zod to the browser', (file) => {
  const seen = new Set<string>()
  for (const waiting = [file]; waiting.length > 0; ) {
    for (const loaded of loadedBy(waiting.pop() as string)) {
      if (seen.has(loaded)) continue
      seen.add(loaded)
      if (loaded.endsWith('.ts')) waiting.push(loaded)
    }
  }
  expect([...seen]).not.toContain('zod')
})

it('sees zod where it is', () => {
  expect(loadedBy('users/users.messages.ts')).toContain('zod')
})
