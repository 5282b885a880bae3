import { describe, expect, it } from 'vitest'
import { type FromFileDraft, isComplete, mistakeIn, startOf, withClass } from './from-file-draft.ts'
import { exampleLook } from './from-file.screens.examples.ts'

const start = (over: Partial<FromFileDraft> = {}): FromFileDraft => ({
  ...startOf('bikes.csv', exampleLook(), 'folder'),
  ...over,
})

describe('the country pipeline', () => {
  it.each([
    ['is called after master and locale', '', 'Bikes de-DE'],
    ['is called anew with another locale', 'Bikes fr-FR', 'Bikes de-DE'],
    ['keeps a name that somebody gave it', 'Our shop', 'Our shop'],
  ])('%s', (_, before, after) => {
    expect(withClass(start({ country: before }), 'locale', 'l1', 'de-DE')).toMatchObject({
      locale: 'l1',
      country: after,
    })
  })

  it('keeps its name when no locale is chosen, and with another brand', () => {
    const named = start({ country: 'Bikes fr-FR', locale: 'l1' })
    expect(withClass(named, 'locale', '', 'Choose')).toMatchObject({ locale: null, country: 'Bikes fr-FR' })
    expect(withClass(named, 'brand', 'b1', 'Acme')).toMatchObject({ brand: 'b1', country: 'Bikes fr-FR' })
  })
})

const whole = start({
  ...{ brand: 'b', locale: 'l', productLine: 'p', datakind: 'd', country: 'Bikes de-DE' },
  schema: { name: 'Bikes', folder: 's' },
  component: { name: 'Bikes', folder: 'c' },
})

it('is complete with names, folders, a port and its whole classification', () => {
  expect(isComplete(whole)).toBe(true)
})

it.each<[string, Partial<FromFileDraft>]>([
  ['a name', { schema: { name: ' ', folder: 's' } }],
  ['a folder', { component: { name: 'Bikes', folder: '' } }],
  ['a country', { country: ' ' }],
  ['an identifier as port', { port: 'my rows' }],
  ['a locale', { locale: null }],
])('is not complete without %s', (_, part) => {
  expect(isComplete({ ...whole, ...part })).toBe(false)
})

it('finds what the server says of a document, and of no other', () => {
  expect(mistakeIn('Component: This name already exists in the folder', 'Component')).toBe(
    'This name already exists in the folder',
  )
  expect(mistakeIn('Component: no', 'Schema')).toBeUndefined()
  expect(mistakeIn(null, 'Schema')).toBeUndefined()
})
