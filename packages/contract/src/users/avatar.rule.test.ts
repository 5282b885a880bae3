import { describe, expect, it } from 'vitest'
import { initialsOf, isAvatar } from './avatar.rule.ts'

describe('isAvatar', () => {
  it.each(['data:image/png;base64,iVBORw0KGgo=', 'data:image/jpeg;base64,/9j/4AAQ', 'data:image/webp;base64,UklGRg=='])(
    '%s may be stored',
    (text) => {
      expect(isAvatar(text)).toBe(true)
    },
  )

  it.each([
    '',
    'https://example.org/me.png',
    '//example.org/me.png',
    'javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png,raw',
    'data:image/png;base64,',
    'data:image/png;base64,a"onerror="x',
    ' data:image/png;base64,iVBORw0KGgo=',
    'data:image/png;base64,iVBORw0KGgo=\n',
    `data:image/png;base64,${'A'.repeat(88_000)}`,
  ])('%j may not', (text) => {
    expect(isAvatar(text)).toBe(false)
  })
})

describe('initialsOf', () => {
  it.each([
    ['Marc', 'Manager', 'MM'],
    [' ada ', 'admin', 'AA'],
    ['élodie', 'ångström', 'ÉÅ'],
    ['𝒜lma', '', '𝒜'],
    ['', '', ''],
  ])('%s %s → %s', (first, last, initials) => {
    expect(initialsOf(first, last)).toBe(initials)
  })
})
