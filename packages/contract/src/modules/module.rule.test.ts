import { describe, expect, it } from 'vitest'
import { isExactVersion, isModuleName, validateModule } from './module.rule.ts'

describe('modules', () => {
  it.each(['1.2.3', '0.0.0', '1.2.3-beta.1', '1.2.3+build.5', '10.20.30-a-b.c'])('%s is an exact version', (text) => {
    expect(isExactVersion(text)).toBe(true)
  })
  it.each([
    '',
    '1',
    '1.2',
    '^1.2.3',
    '~1.2.3',
    '1.x',
    'latest',
    '1.2.3 ',
    '>=1.0.0',
    '01.2.3',
    '1.2.3 || 2',
    'file:x',
    '*',
  ])("'%s' is no exact version", (text) => {
    expect(isExactVersion(text)).toBe(false)
  })
  it.each(['lodash', '@scope/name', 'a.b-c_d', 'left-pad'])('%s is a name', (text) => {
    expect(isModuleName(text)).toBe(true)
  })
  it.each([
    '',
    '../x',
    '/x',
    './x',
    '-x',
    '--help',
    'a b',
    'A',
    'a/b',
    '@a',
    'git+ssh://x',
    'a@1',
    '.hidden',
    '_x',
    'a\n',
  ])("'%s' is no name", (text) => {
    expect(isModuleName(text)).toBe(false)
  })
  it.each([
    [{ name: ' dayjs ', version: ' 1.2.3 ' }, {}],
    [
      { name: ' ', version: '' },
      { name: 'Please input name', version: 'Please input version' },
    ],
    [{ name: '../x', version: '1.2.3' }, { name: 'The name is not one of a package' }],
    [{ name: 'dayjs', version: '^1.2.3' }, { version: 'The version must be exact, such as 1.2.3' }],
  ])('MOD-005/api names what is wrong with %o', (input, mistakes) => {
    expect(validateModule(input)).toEqual(mistakes)
  })
})
