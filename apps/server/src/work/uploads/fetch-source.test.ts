import { expect, it } from 'vitest'
import { withoutQuoted } from './fetch-source.ts'

const query = "select secret_column from hidden_table where k = 'key-7391'"

it.each([
  ['relation "hidden_table" does not exist', 'relation "…" does not exist'],
  ['column "secret_column" does not exist', 'column "…" does not exist'],
  ["syntax near 'from hidden_table where k = 'key-7391'' at line 1", "syntax near '…' at line 1"],
  ["Unknown column 'secret_column' in 'field list'", "Unknown column '…' in 'field list'"],
  ['invalid input syntax for type integer: "key-7391"', 'invalid input syntax for type integer: "…"'],
  ["The database connection 'shop': it is away", "The database connection 'shop': it is away"],
])('S6 a fault is told without the words of the query: %s', (words, shown) =>
  expect(withoutQuoted(words, query)).toBe(shown),
)
