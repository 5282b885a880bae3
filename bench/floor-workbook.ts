import { once } from 'node:events'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/**
 * The shortest workbook reader that is right for the generated file: first sheet, shared texts, numbers, booleans and one
 * style of moments. It is a yardstick, not a reader for files people send. @returns rows, the header among them
 */
export async function floorWorkbook(path: string): Promise<number> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const entries = new Map<string, Entry>()
  zip.on('entry', (entry: Entry) => {
    entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  const ended = once(zip, 'end')
  zip.readEntry()
  await ended
  const strings: string[] = []
  for await (const text of chunks(zip, entries.get('xl/sharedStrings.xml'), '</si>')) {
    for (let at = text.indexOf('<si>'); at >= 0; at = text.indexOf('<si>', at)) {
      const open = text.indexOf('>', at + 4)
      const close = text.indexOf('</t>', open)
      strings.push(plain(text.slice(open + 1, close)))
      at = close
    }
  }
  let rows = 0
  for await (const text of chunks(zip, entries.get('xl/worksheets/sheet1.xml'), '</row>')) {
    for (let at = text.indexOf('<row'); at >= 0; at = text.indexOf('<row', at)) {
      const end = text.indexOf('</row>', at)
      if (end < 0) break
      cellsOf(text, at, end, strings)
      rows++
      at = end
    }
  }
  zip.close()
  return rows
}

function cellsOf(text: string, from: number, to: number, strings: string[]): unknown[] {
  const cells: unknown[] = []
  for (let at = text.indexOf('<c ', from); at >= 0 && at < to; at = text.indexOf('<c ', at)) {
    const open = text.indexOf('>', at)
    const tag = text.slice(at + 2, open)
    const close = text.indexOf('</c>', open)
    const raw = text.slice(open + 4, text.indexOf('</v>', open))
    const typeAt = tag.indexOf(' t="')
    const type = typeAt < 0 ? 'n' : tag[typeAt + 4]
    if (type === 's') cells.push(strings[Number(raw)])
    else if (type === 'b') cells.push(raw === '1')
    else if (tag.includes(' s="')) cells.push(new Date(Math.round((Number(raw) - 25_569) * 864e5)).toISOString())
    else cells.push(Number(raw))
    at = close
  }
  return cells
}

const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (raw: string) =>
  raw.includes('&') ? raw.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => names[name] as string) : raw

/** Text cut after the last `close` of each chunk. */
async function* chunks(zip: ZipFile, entry: Entry | undefined, close: string): AsyncGenerator<string> {
  if (entry === undefined) return
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of await zip.openReadStreamPromise(entry)) {
    text += decoder.decode(bytes as Buffer, { stream: true })
    if (text.length < 131_072) continue
    const at = text.lastIndexOf(close)
    if (at < 0) continue
    yield text.slice(0, at + close.length)
    text = text.slice(at + close.length)
  }
  yield text + decoder.decode()
}
