import type { Log, LogFilter } from '@millrace/contract'
import { maxLogPage } from '@millrace/contract/logs/logs.rule'
import { idsOf, pageOf } from './log-pages.ts'
import { textOfLines } from './log-text.ts'

/**
 * Every line the server has of these uploads or imports, as text, read page by page; what is shown or filtered on
 * screen has no part in it. Imports come in the order they ran, uploads by time.
 * @throws CallError when a page cannot be read
 */
export async function wholeLog(filter: LogFilter): Promise<Blob> {
  if ('importId' in filter) {
    const parts: string[] = []
    for (const id of idsOf(filter).toReversed()) {
      for await (const page of pagesOf(filter, id)) parts.push(textOfLines(page))
    }
    return new Blob(parts, { type: 'text/plain' })
  }
  const lines: Log[] = []
  for (const id of idsOf(filter)) for await (const page of pagesOf(filter, id)) lines.push(...page)
  lines.sort((a, b) => (a.logDate < b.logDate ? -1 : a.logDate > b.logDate ? 1 : a.seq - b.seq))
  return new Blob([textOfLines(lines)], { type: 'text/plain' })
}

async function* pagesOf(filter: LogFilter, id: string): AsyncGenerator<Log[]> {
  for (let after = 0; ; ) {
    const page = await pageOf(filter, id, after, maxLogPage)
    if (page.length > 0) yield page
    if (page.length < maxLogPage) return
    after = page.at(-1)?.seq ?? after
  }
}
