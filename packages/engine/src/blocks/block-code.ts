import { readFileSync } from 'node:fs'
import { functionsFor } from '@millrace/contract/components/code-functions.rule'

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
  const shared = [...file.matchAll(importLine)].map(([line, from = '']) =>
    functionsFor(
      namesIn(line)
        .map((name) => `${name}(`)
        .join(),
      readText(from),
    ),
  )
  return [comment + body.replaceAll(/^ {2}/gm, ''), ...shared].join('\n\n')
}

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const namesIn = (line: string): string[] =>
  line
    .slice(line.indexOf('{') + 1, line.indexOf('}'))
    .split(',')
    .map((name) => name.trim())
