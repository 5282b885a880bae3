type Family = 'text' | 'whole' | 'number' | 'boolean' | 'date' | 'time' | 'json'

/** First match counts: MySQL has tinyint(1) for boolean. */
const families: [RegExp, Family][] = [
  [/^(bool|tinyint\(1\))/, 'boolean'],
  [/char|text|^(name|enum|set)\b/, 'text'],
  [/^(small|big|medium|tiny)?int|serial/, 'whole'],
  [/^(numeric|decimal|double|real|float)/, 'number'],
  [/^date$/, 'date'],
  [/^(timestamp|datetime)/, 'time'],
  [/^json/, 'json'],
]
const familyOf = (columnType: string): Family | null =>
  families.find(([pattern]) => pattern.test(columnType.toLowerCase()))?.[1] ?? null

/** What values are called, and which columns take all of them. */
const values: Record<string, { words: string; fit: readonly Family[] }> = {
  text: { words: 'text', fit: ['text'] },
  bigint: { words: 'whole numbers', fit: ['whole', 'number', 'text'] },
  numeric: { words: 'numbers', fit: ['number', 'text'] },
  boolean: { words: 'true and false', fit: ['boolean', 'text'] },
  date: { words: 'dates', fit: ['date', 'time', 'text'] },
  timestamptz: { words: 'times', fit: ['time', 'text'] },
  jsonb: { words: 'objects and lists', fit: ['json', 'text'] },
}

/**
 * Why a column cannot be trusted to take what a property holds, as a sentence; null where it takes all of it, and for
 * types of which nothing is known.
 * @param pgType the type that a column made for the property would have (`toTableColumns`)
 */
export function findTypeFault(pgType: string, columnType: string): string | null {
  const family = familyOf(columnType)
  const { words, fit } = values[pgType] ?? { words: '', fit: [] }
  if (family === null || words === '' || fit.includes(family)) return null
  return `The column is of type ${columnType}, the records have ${words}`
}
