import { readFileSync } from 'node:fs'

const importLine = /^import \{[^}]*\} from '\.\/(shared\/[\w-]+\.js)'\n/gm

/**
 * Code of a block as the tool shows and runs it. The file holds one exported function of `ctx`; the component gets its
 * body with the comment above it, and behind it what the body takes from shared/, since code of a component stands alone.
 * @param path below this folder, such as 'filter.js'
 */
export function blockCode(path: string): string {
  const file = readText(path)
  const parts = file
    .replaceAll(importLine, '')
    .match(/^\n*(\/\*\*[^]*?\*\/\n)export (?:async )?function \w+\(ctx\) \{\n([^]*)\n\}\n$/)
  if (parts === null) throw new Error(`${path} is not one commented function of ctx`)
  const [, comment = '', body = ''] = parts
  const shared = [...file.matchAll(importLine)].map(([line, from = '']) => sharedPart(from, namesIn(line)))
  return [comment + body.replaceAll(/^ {2}/gm, ''), ...shared].join('\n\n')
}

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const namesIn = (line: string): string[] =>
  line
    .slice(line.indexOf('{') + 1, line.indexOf('}'))
    .split(',')
    .map((name) => name.trim())

/** The functions of a shared file with these names and those they call, in the file's order. */
function sharedPart(path: string, names: readonly string[]): string {
  const functions = readText(path)
    .trim()
    .split(/\n\n(?=\/\*\*|(?:export )?function)/)
    .map((text) => {
      const name = text.match(/^(?:export )?function (\w+)\(/m)?.[1]
      if (name === undefined) throw new Error(`${path} holds something else than functions`)
      return { name, text: text.replace(/^export function/m, 'function') }
    })
  const wanted = new Set(names)
  // Called ones may come before or after their callers.
  for (let before = 0; before < wanted.size; ) {
    before = wanted.size
    for (const { name, text } of functions) {
      if (!wanted.has(name)) continue
      for (const other of functions)
        if (new RegExp(`\\b${other.name}\\(|\\b${other.name}\\b[,)]`).test(text)) wanted.add(other.name)
    }
  }
  return functions
    .filter(({ name }) => wanted.has(name))
    .map(({ text }) => text)
    .join('\n\n')
}
