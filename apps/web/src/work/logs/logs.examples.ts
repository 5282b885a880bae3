import type { Log } from '@millrace/contract'

// Made-up log lines for tests and the gallery.

const messages: readonly [Log['level'], string][] = [
  ['info', 'Reading bikes-fr-FR.csv: windows-1252, separated by ;'],
  ['info', '197 records read'],
  ['warn', '40 records are left out: FrenchDescription is empty'],
  ['info', 'Writing products'],
  ['error', 'Row 12, column FrenchDescription: is empty'],
  ['success', 'Completed: 157 written, 40 left out'],
]

/** The lines of an import that left some records out. */
export const exampleLogs = (): Log[] =>
  messages.map(([level, message], index) => ({
    _id: `l${index}`,
    seq: index + 1,
    logDate: new Date(Date.UTC(2026, 10, 20, 16, 10, index)).toISOString(),
    level,
    message,
  }))
