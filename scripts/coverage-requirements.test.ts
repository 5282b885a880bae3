import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { coverage, idsInTitles, readRequirements, requirementsPage } from './coverage-requirements.mjs'

const page = join(import.meta.dirname, '..', requirementsPage)

describe('the page', () => {
  it('holds the 618 requirements, each with its place', () => {
    const requirements = readRequirements(readFileSync(page, 'utf8'))
    expect(requirements.size).toBe(618)
    expect(requirements.get('UPL-005')).toMatch(/^(both|ui|api|engine)$/)
  })

  it('is refused when a line is none', () => {
    expect(() => readRequirements('- UPL-005 (both): One.\n- UPL-006 (everywhere): Two.\n')).toThrow(
      'Not a requirement: - UPL-006 (everywhere)',
    )
  })
})

describe('titles of tests', () => {
  it.each([
    ["it('UPL-005/api refuses a file of 20 MiB', () => {})", ['UPL-005/api']],
    ['test(`UPL-005/ui UPL-006/ui, LOG-001/ui shows it`, () => {})', ['UPL-005/ui', 'UPL-006/ui', 'LOG-001/ui']],
    ["it.each(cases)('ENG-010/engine %s', run)", ['ENG-010/engine']],
    ["it(\n    'UPL-005/api over two lines',\n    run)", ['UPL-005/api']],
    ["it.runIf(root)('UPL-005/api', run)", ['UPL-005/api']],
    ["describe('UPL-005/api refuses', () => {})", ['UPL-005/api']],
  ])('are read: %s', (source, ids) => {
    expect(idsInTitles(source)).toEqual(ids)
  })

  it.each([
    "it.skip('UPL-005/api refuses', run)",
    "it.todo('UPL-005/api refuses')",
    "describe.skip('UPL-005/api refuses', run)",
    "// it('UPL-005/api refuses', run)",
    "it('refuses as UPL-005/api says', run)",
    "it('UPL-005 refuses', run)",
  ])('count for nothing: %s', (source) => {
    expect(idsInTitles(source)).toEqual([])
  })
})

describe('coverage', () => {
  const requirements = readRequirements(
    '- AAA-001 (both): One.\n- AAA-002 (ui): Two.\n- AAA-003 (api): Three.\n- AAA-004 (engine): Four.\n',
  )

  it('counts a both only with ui and api, every other with its own place', () => {
    expect(coverage(requirements, ['AAA-001/ui', 'AAA-002/api', 'AAA-003/ui', 'AAA-004/api']).covered).toEqual([])
    expect(coverage(requirements, ['AAA-001/ui', 'AAA-001/api', 'AAA-002/ui']).covered).toEqual(['AAA-001', 'AAA-002'])
    expect(coverage(requirements, ['AAA-003/api', 'AAA-004/engine']).open).toEqual(['AAA-001', 'AAA-002'])
  })

  it('names what no list knows', () => {
    expect(coverage(requirements, ['ZZZ-001/ui', 'AAA-002/ui']).unknown).toEqual(['ZZZ-001/ui'])
  })
})

it('the command prints the count, then the open ids', () => {
  const script = join(import.meta.dirname, 'coverage-requirements.mjs')
  const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  const [first, second, ...open] = stdout.trim().split('\n')
  const covered = Number(first?.match(/^requirements: (\d+) of 618 covered$/)?.[1])
  expect(second).toBe('uncovered')
  expect(open.length).toBe(618 - covered)
  expect(open.every((id) => /^[A-Z]+-\d+$/.test(id))).toBe(true)
})
