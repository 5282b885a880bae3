import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const source = (path: string) => readFileSync(join(root, path), 'utf8')

/** Rows of the table in docs/guarantees.md. */
const rows = source('docs/guarantees.md')
  .split('\n')
  .filter((line) => /^\| [GS]\d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, guarantee = '', , file = '', title = '', regular = '', full = '']) => ({
    guarantee,
    file: file.replaceAll('`', ''),
    title,
    regular,
    full,
  }))

it('the table of guarantees has a test for each of those it is about', () => {
  const told = [...new Set(rows.map(({ guarantee }) => guarantee))]
  expect(told.filter((each) => each.startsWith('G'))).toEqual([
    'G1',
    'G2',
    'G3',
    'G4',
    'G5',
    'G6',
    'G8',
    'G11',
    'G12',
    'G13',
    'G14',
  ])
  expect(told.filter((each) => each.startsWith('S'))).toEqual(['S3', 'S1', 'S4', 'S5', 'S6', 'S8', 'S10'])
})

it.each(rows)('$guarantee: the test "$title" exists in $file', ({ file, title }) => {
  expect(existsSync(join(root, file))).toBe(true)
  const titles = [
    ...source(file).matchAll(/\bit(?:\.(?:each|skipIf|runIf)\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])(.*?)\1\s*,/gs),
  ].map((match) => match[2])
  expect(titles.filter((each) => each?.includes(title))).toHaveLength(1)
})

it.each(rows.filter(({ regular, full }) => regular !== full))(
  '$guarantee: $file runs at its full figure in test:guarantees',
  ({ file }) => {
    const folder = dirname(file)
    const full = readdirSync(join(root, folder)).filter((name) => name.endsWith('.guarantee.ts'))
    const name = file.slice(folder.length + 1)
    const runs = full.map((each) => source(join(folder, each))).filter((text) => text.includes(`'./${name}'`))
    expect(runs).toHaveLength(1)
    expect(runs[0]).toContain("MILLRACE_TEST_SCALE = '10'")
  },
)
