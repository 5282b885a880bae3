/**
 * The shortest CSV reader that is right for the generated file: UTF-8, commas, quoted cells with line breaks.
 * It is a yardstick, not a reader for files people send.
 */
export async function* csvBatches(
  chunks: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<Record<string, string>[]> {
  const decoder = new TextDecoder()
  let text = ''
  let make: ((cells: string[]) => Record<string, string>) | null = null
  let batch: Record<string, string>[] = []

  /** Takes whole records off the front of `text`; the unfinished tail stays. */
  function scan(last: boolean): void {
    let start = 0
    let comma = -2
    let line = -2
    for (let at = 0; at < text.length; start = at) {
      const cells: string[] = []
      for (;;) {
        if (text.charCodeAt(at) === 34) {
          let end = at + 1
          let doubled = false
          for (;;) {
            end = text.indexOf('"', end)
            if (end < 0 || (end === text.length - 1 && !last)) return keep(start)
            if (text.charCodeAt(end + 1) !== 34) break
            doubled = true
            end += 2
          }
          const cell = text.slice(at + 1, end)
          cells.push(doubled ? cell.replaceAll('""', '"') : cell)
          at = end + 2
          if (text.charCodeAt(end + 1) === 44) continue
          break
        }
        if (line < at && line !== -1) line = text.indexOf('\n', at)
        if (comma < at && comma !== -1) comma = text.indexOf(',', at)
        if (comma >= 0 && (line < 0 || comma < line)) {
          cells.push(text.slice(at, comma))
          at = comma + 1
          continue
        }
        if (line < 0 && !last) return keep(start)
        cells.push(text.slice(at, line < 0 ? text.length : line))
        at = line < 0 ? text.length : line + 1
        break
      }
      if (make === null) {
        make = new Function('c', `return {${cells.map((name, i) => `${JSON.stringify(name)}:c[${i}]`).join()}}`) as (
          cells: string[],
        ) => Record<string, string>
      } else batch.push(make(cells))
    }
    text = ''
  }
  function keep(from: number): void {
    text = text.slice(from)
  }

  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    scan(false)
    if (batch.length >= size) {
      yield batch
      batch = []
    }
  }
  text += decoder.decode()
  scan(true)
  if (batch.length > 0) yield batch
}
