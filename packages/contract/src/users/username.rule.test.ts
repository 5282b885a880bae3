import { expect, it } from 'vitest'
import { userNameOf } from './username.rule.ts'

it.each([
  ['Marc', 'Manager', 'marc.manager'],
  [' Anna  Maria ', 'de la Cruz', 'anna-maria.de-la-cruz'],
  ['Élodie', 'Ångström', 'élodie.ångström'],
])('USR-023/api %s %s → %s', (first, last, expected) => {
  expect(userNameOf(first, last)).toBe(expected)
})
