import { describe, expect, it } from 'vitest'
import { findNearName } from './near-name.rule.ts'

const names = ['price', 'sku', 'productName', 'Größe', 'color', 'id']

describe('the name that was probably meant', () => {
  it.each([
    ['prise', 'price'],
    ['Price', 'price'],
    ['pirce', 'price'],
    ['prices', 'price'],
    ['product_name', 'productName'],
    ['Product Name', 'productName'],
    ['prodcutnmae', 'productName'],
    ['Grosse', 'Größe'],
    ['colour', 'color'],
    ['skuu', 'sku'],
    ['ID', 'id'],
  ])('by %s is %s', (given, meant) => {
    expect(findNearName(given, names)).toBe(meant)
  })

  it.each(['weight', 'ix', '', 'sq', 'name', 'p'])('by %j is none', (given) => {
    expect(findNearName(given, names)).toBeNull()
  })
})
