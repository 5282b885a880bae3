import { contextValue, fieldReader, fieldWriter } from './shared/fields.js'
import { readSettings, recordsOf } from './shared/settings.js'

/**
 * Reads rows from a database: one query for the whole run, or one for each record with values of the record in it.
 * Values always travel as parameters, never as part of the text.
 */
export async function sqlQuery(ctx) {
  const names = ['connection', 'query', 'parameters', 'how', 'result', 'to']
  const settings = readSettings('SQL query', ctx.input.settings, names)
  const connection = settings.text('connection')
  const query = settings.text('query')
  const perRecord = settings.choice('how', ['once', 'for each record']) === 'for each record'
  const parameters = settings.list('parameters', ['from', 'fromContext', 'value']).map(parameterOf)
  const combine = combiner()
  const rows = []

  if (!perRecord) {
    const values = parameters.map((parameter) => parameter({}))
    for await (const row of ctx.db.stream(connection, query, values)) rows.push(row)
    return { rows }
  }
  const records = recordsOf('SQL query', ctx.input, 'records')
  // Several queries at a time; results stay in the order of the records.
  const wave = 16
  for (let start = 0; start < records.length; start += wave) {
    const some = records.slice(start, start + wave)
    const found = await Promise.all(some.map((record) => ctx.db.query(connection, query, valuesFor(record))))
    found.forEach((list, index) => {
      for (const row of combine(some[index], list)) rows.push(row)
    })
  }
  return { rows }

  function valuesFor(record) {
    return parameters.map((parameter) => parameter(record) ?? null)
  }

  function parameterOf(parameter) {
    if (parameter.has('fromContext')) {
      const value = contextValue(ctx, parameter, 'fromContext')
      return () => value
    }
    if (parameter.has('value')) return () => parameter.value('value') ?? ''
    if (!perRecord) throw parameter.wrong('from', "needs 'how' to be 'for each record'")
    return fieldReader(parameter.text('from'))
  }

  /** What becomes of the rows found for a record. */
  function combiner() {
    const result = settings.choice('result', ['rows', 'row over record', 'list in field'])
    if (result === 'rows') return (_record, list) => list
    if (result === 'row over record') return (record, list) => list.map((row) => ({ ...record, ...row }))
    const write = fieldWriter(settings.text('to'))
    return (record, list) => {
      const one = { ...record }
      write(one, list)
      return [one]
    }
  }
}
