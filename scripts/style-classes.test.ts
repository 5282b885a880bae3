import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findLonelyClasses } from './style-classes.mjs'

let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'millrace-style-classes-'))
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function write(file: string, source: string): void {
  const path = join(clone, 'apps/web/src', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
}

const sheet = 'work/logs/logs.module.css'
const importing = "import styles from './logs.module.css'\n"

it.each([
  ['a class that is used', '.row:hover {\n  color: red;\n}\n', 'styles.row'],
  ['a comment, a number, a class of the kit', '/* .old */\n.row :global(.ant-x) {\n  top: 0.5px;\n}\n', 'styles.row'],
  ['a class in a media query', '@media print {\n  .row > p {\n    top: 0;\n  }\n}\n', 'styles.row'],
  ['a class that is chosen by a word', '.warn {\n  top: 0;\n}\n', "styles[bad ? 'warn' : 'x']"],
  ['a class composed beside it', '.row {\n  composes: bar;\n}\n.bar {\n  top: 0;\n}\n', 'styles.row'],
])('finds nothing wrong with %s', (_what, css, use) => {
  write(sheet, css)
  write('work/logs/Logs.tsx', `${importing}${use}\n`)
  expect(findLonelyClasses(clone)).toEqual([])
})

it.each([
  ['a class that nobody uses', '.row, .gone {\n  top: 0;\n}\n', 'styles.row', '.gone is never used'],
  ['a class of another sheet', '.gone {\n  top: 0;\n}\n', 'other.gone', '.gone is never used'],
  ['a name that the sheet lacks', '.row {\n  top: 0;\n}\n', 'styles.row + styles.gone', '.gone is not there'],
])('finds %s', (_what, css, use, found) => {
  write(sheet, css)
  write('work/logs/Logs.tsx', `${importing}${use}\n`)
  expect(findLonelyClasses(clone)).toEqual([`apps/web/src/${sheet}: ${found}`])
})

it('finds what is composed from a file that lacks it', () => {
  write('ui/layout.module.css', '.bar {\n  top: 0;\n}\n')
  write(sheet, '.row {\n  composes: bar stack from "../../ui/layout.module.css";\n}\n')
  write('work/logs/Logs.tsx', `${importing}styles.row\n`)
  expect(findLonelyClasses(clone)).toEqual(['apps/web/src/ui/layout.module.css: .stack is not there'])
})
