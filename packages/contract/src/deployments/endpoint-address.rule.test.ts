import { describe, expect, it } from 'vitest'
import { endpointPath, servedRoute } from './endpoint-address.rule.ts'

describe('endpointPath', () => {
  it.each([
    ['EV price', 1, '/ev-price/v1'],
    ['  Élan vital, être  ', 12, '/elan-vital-etre/v12'],
    ['../../etc', 3, '/etc/v3'],
    ['価格', 2, '/pipeline/v2'],
    ['ﬁne 2', 2, '/fine-2/v2'],
  ])('%s, version %i is %s', (name, version, path) => expect(endpointPath(name, version)).toBe(path))
})

describe('servedRoute', () => {
  it.each([
    ['/price', '/price'],
    ['price', '/price'],
    [' /a/b.c/d_e~f-g/ ', '/a/b.c/d_e~f-g'],
    ['', null],
    ['/', null],
    ['/a b', null],
    ['/a//b', null],
    ['/../b', null],
    ['/a/.', null],
    ['/a?x=1', null],
    ['/é', null],
  ])('%s is %s', (written, served) => expect(servedRoute(written)).toBe(served))
})
