import { describe, expect, it } from 'vitest'
import { auditCalls } from './audit.messages.ts'

const { query } = auditCalls['GET /audit']
const { body } = auditCalls['POST /audit/export']

describe('what the audit is asked', () => {
  it('begins with the first 50 rows', () => {
    expect(query.parse({})).toEqual({ pageNumber: 1, nbItemsPerPage: 50 })
    expect(query.parse({ pageNumber: '3', nbItemsPerPage: '200' })).toEqual({ pageNumber: 3, nbItemsPerPage: 200 })
  })

  const wrong: [string, object][] = [
    ['page 0', { pageNumber: '0' }],
    ['half a page', { pageNumber: '1.5' }],
    ['more rows than a page has', { nbItemsPerPage: '201' }],
    ['no rows', { nbItemsPerPage: '0' }],
    ['a day without a time', { from: '2024-01-01' }],
    ['a time without its zone', { to: '2024-01-01T10:00:00' }],
    ['a text longer than any name', { text: 'x'.repeat(201) }],
  ]
  it.each(wrong)('refuses %s', (_, asked) => {
    expect(query.safeParse(asked).success).toBe(false)
  })

  it('is exported in one of three formats, by the same filters', () => {
    for (const format of ['csv', 'xlsx', 'ndjson']) expect(body.safeParse({ format }).success).toBe(true)
    for (const format of ['pdf', '', undefined]) expect(body.safeParse({ format }).success).toBe(false)
    expect(body.safeParse({ format: 'csv', from: 'yesterday' }).success).toBe(false)
    expect(body.parse({ format: 'csv', user: 'anna', unknown: 1 })).toEqual({ format: 'csv', user: 'anna' })
  })
})
