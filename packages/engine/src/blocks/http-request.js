import { contextValue, fieldReader, fieldWriter, isEmpty, textOf } from './shared/fields.js'
import { isObject, readSettings, recordsOf } from './shared/settings.js'

/**
 * Asks another system over HTTP: once, or for each record with its fields in address, query and body. Only hosts that the
 * server's settings allow are reached. Records whose request failed go to `failed`.
 */
export async function httpRequest(ctx) {
  const names = ['method', 'url', 'headers', 'query', 'body', 'recordPath', 'to', 'whenFailed']
  const settings = readSettings('HTTP request', ctx.input.settings, names)
  const method = settings.choice('method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  const url = filled(settings.text('url'), encodeURIComponent)
  const headers = pairs('headers')
  const query = pairs('query')
  const sendsRecord = settings.choice('body', ['none', 'record']) === 'record'
  const read = settings.has('recordPath') ? fieldReader(settings.text('recordPath')) : (json) => json
  const write = settings.has('to') ? fieldWriter(settings.text('to')) : undefined
  const tolerant = settings.choice('whenFailed', ['error', 'to failed']) === 'to failed'

  const asked = ctx.input.records === undefined ? [{}] : recordsOf('HTTP request', ctx.input, 'records')
  const records = []
  const failed = []
  // Several requests at a time; results stay in the order of the records.
  const wave = 16
  for (let start = 0; start < asked.length; start += wave) {
    const some = asked.slice(start, start + wave)
    const answers = await Promise.all(some.map(answerTo))
    answers.forEach((answer, index) => take(some[index], answer))
  }
  return { records, failed }

  async function answerTo(record) {
    const request = { method, url: url(record), headers: headers(record), query: query(record) }
    if (sendsRecord) request.json = record
    if (!tolerant) return ctx.http.request(request)
    try {
      return await ctx.http.request(request)
    } catch (problem) {
      return { ok: false, status: 0, text: problem.message }
    }
  }

  function take(record, answer) {
    if (!answer.ok) {
      const what = answer.status === 0 ? answer.text : `status ${answer.status}: ${textOf(answer.text).slice(0, 200)}`
      if (!tolerant) throw new Error(`HTTP request: ${method} ${url(record)} answered ${what}`)
      failed.push({ ...record, failure: what })
      return
    }
    const found = isObject(answer.json) || Array.isArray(answer.json) ? read(answer.json) : answer.json
    if (write) {
      const one = { ...record }
      write(one, found ?? undefined)
      records.push(one)
    } else if (Array.isArray(found)) for (const entry of found) records.push(asRecord(entry))
    else if (!isEmpty(found)) records.push(asRecord(found))
  }

  function asRecord(entry) {
    return isObject(entry) ? entry : { value: entry }
  }

  /** Names with values, in which '{id}' stands for a field of the record. */
  function pairs(setting) {
    const list = settings.list(setting, ['name', 'value', 'fromContext']).map((pair) => {
      if (!pair.has('fromContext')) return [pair.text('name'), filled(pair.text('value'), String)]
      const value = textOf(contextValue(ctx, pair, 'fromContext'))
      return [pair.text('name'), () => value]
    })
    return (record) => Object.fromEntries(list.map(([name, value]) => [name, value(record)]))
  }

  function filled(template, encode) {
    const parts = template.split(/\{([^{}]+)\}/).map((part, index) => (index % 2 === 0 ? part : fieldReader(part)))
    return (record) => parts.map((part) => (typeof part === 'string' ? part : encode(textOf(part(record))))).join('')
  }
}
