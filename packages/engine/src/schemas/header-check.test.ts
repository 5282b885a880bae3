import { describe, expect, it } from 'vitest'
import { readContent } from '../formats/test-support/read-for-test.ts'
import { findMissingColumns } from './header-check.ts'
import { createRowValidator } from './row-validator.ts'

const schema = { type: 'object', required: ['key', 'name'], properties: { key: {}, name: {} } }
const validator = createRowValidator({ schema, store: {}, coerce: true })

describe('required columns', () => {
  it('names what the header lacks, the line, and what it has', async () => {
    const { opened } = await readContent('\nkey;title\n1;a\n')
    expect(findMissingColumns(opened, validator)).toMatchObject({
      name: 'FileError',
      code: 'header',
      line: 2,
      message: "Line 2: the header lacks the required column 'name'; its columns are 'key', 'title'",
    })
  })

  it('asks for a column of nearly that name', async () => {
    const { opened } = await readContent('key;nmae;Note\n1;a;b\n')
    expect(findMissingColumns(opened, validator)?.message).toBe(
      "Line 1: the header lacks the required column 'name'; its columns are 'key', 'nmae', 'Note'. " +
        "Is 'nmae' meant? Rename it in the source, or in the file",
    )
  })

  it('asks for the header a property is expected under', async () => {
    const { opened } = await readContent('key;title\n1;a\n', { format: { columns: { FrenchName: 'name' } } })
    expect(findMissingColumns(opened, validator)?.message).toContain("lacks the required column 'FrenchName'")
  })

  it('accepts renamed columns and files without columns', async () => {
    const renamed = await readContent('key;title\n1;a\n', { format: { columns: { title: 'name' } } })
    expect(findMissingColumns(renamed.opened, validator)).toBeNull()
    const json = await readContent('[{"a":1}]', { kind: 'json' })
    expect(findMissingColumns(json.opened, validator)).toBeNull()
  })
})
