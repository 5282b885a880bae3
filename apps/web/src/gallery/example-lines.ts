import type { Log, LogLevel } from '@millrace/contract'

const messages: readonly [LogLevel, string][] = [
  ['info', 'Reading bikes.csv: semicolon, windows-1252, 24 columns'],
  ['info', 'Batch written to sink catalogue'],
  ['warn', 'Row 371, column "Preis": "n/a" is no number'],
  ['info', 'Validated records against schema bike V 3'],
  ['success', 'Source prices: 1,204 records, all valid'],
  ['info', 'Component enrichBike: 512 records'],
  ['error', 'Row 385: must have required property "sku"'],
  ['info', 'Table market.bikes: 120 created, 4 changed, 380 unchanged'],
]

/** Lines like those of an import, `after` + 1 onward. */
export const createExampleLines = (after: number, count: number): Log[] =>
  Array.from({ length: count }, (_, index) => {
    const seq = after + index + 1
    const [level, message] = messages[(seq * 5 + (seq >> 3)) % messages.length] as (typeof messages)[number]
    return {
      _id: `line-${seq}`,
      seq,
      logDate: new Date(Date.UTC(2026, 10, 20, 16, 2) + seq * 13).toISOString(),
      level,
      message,
      importId: 'made-up',
    }
  })
