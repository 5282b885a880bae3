import { readFileSync } from 'node:fs'

/**
 * Code of a demo component or link. The file holds one exported function of `ctx`, so that editors, linters and tests
 * can read it; the component gets the body, with the function's comment above it.
 * @param path below this folder, such as 'components/parse-date.js'
 */
export function demoCode(path: string): string {
  const file = readFileSync(new URL(path, import.meta.url), 'utf8')
  const parts = file.match(/^(\/\*\*[^]*?\*\/\n)export function \w+\(ctx\) \{\n([^]*)\n\}\n$/)
  if (parts === null) throw new Error(`${path} is not one commented function of ctx`)
  const [, comment = '', body = ''] = parts
  return comment + body.replaceAll(/^ {2}/gm, '')
}
