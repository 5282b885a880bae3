import type { JsonSchema } from '@millrace/contract'
import { createValueValidator } from '@millrace/engine/schemas/value-validator'
import { describe, expect, it } from 'vitest'
import { wholePorts } from './bundle-schema.ts'

const price = {
  type: 'object',
  properties: { amount: { $ref: '#/definitions/amount' }, was: { $ref: '#' } },
  definitions: { amount: { type: 'integer' } },
}
const money = 'importer://schema/id/money'
const store = { [money]: { type: 'object', required: ['currency'] } }
const body = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })

describe('wholePorts', () => {
  const whole = wholePorts(body({ price, other: price, money: { $ref: money }, name: { type: 'string' } }), store)
  it.each([
    [{ price: { amount: 1, was: { amount: 2 } } }, true],
    [{ price: { amount: 'x' } }, false],
    [{ price: { was: { amount: 'x' } } }, false],
    [{ other: { amount: 1.5 } }, false],
    [{ money: { currency: 'EUR' }, name: 'x' }, true],
    [{ money: {} }, false],
    [{ name: 1 }, false],
  ])('a port that refers to itself is read as it was written: %j %s', (value, fits) => {
    expect(createValueValidator({ schema: whole })(value) === null).toBe(fits)
  })

  it('leaves ports that refer to nothing in themselves where they are', () => {
    const plain = body({ name: { type: 'string' } })
    expect(wholePorts(plain, store)).toEqual(plain)
  })
})
