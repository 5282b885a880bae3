import type { SaxesParser } from 'saxes'
import { PlainLeafReader } from './plain-leaf-reader.ts'
import type { XmlRecordBuilder } from './xml-records.ts'

/** After so many tags in a row that begin no plain leaf, the parser gets the rest of the chunk. */
const MAX_MISSES = 32

/**
 * Feeds a parser with the chunks of a document, and reads plain leaves by itself: where the parser stands right behind a
 * tag inside the root, whole elements may be taken out of the text without it noticing, but for the lines in them.
 */
export class XmlParser {
  private readonly parser: SaxesParser
  private readonly records: XmlRecordBuilder
  private readonly leaves: PlainLeafReader
  /** Characters given to the parser. */
  private given = 0
  /** Its position behind the last tag. */
  private tagEnd = -1

  /** `parser` has its handlers but those of `opentag` and `closetag`. */
  constructor(parser: SaxesParser, records: XmlRecordBuilder) {
    this.parser = parser
    this.records = records
    this.leaves = new PlainLeafReader(records)
    parser.on('opentag', () => {
      this.tagEnd = parser.position
    })
    parser.on('closetag', () => {
      this.tagEnd = parser.position
      records.close()
    })
  }

  /** Line in the document, from 1. */
  get line(): number {
    return this.parser.line + this.leaves.lines
  }

  write(chunk: string): void {
    let misses = 0
    for (let at = 0; at < chunk.length; ) {
      if (this.tagEnd === this.given && this.records.depth > 0) {
        const end = this.leaves.take(chunk, at, this.parser.line)
        misses = end > at ? 0 : misses + 1
        at = end
      } else misses++
      const tagEnd = misses > MAX_MISSES ? -1 : chunk.indexOf('>', at)
      const end = tagEnd < 0 ? chunk.length : tagEnd + 1
      this.parser.write(at === 0 && end === chunk.length ? chunk : chunk.slice(at, end))
      this.given += end - at
      at = end
    }
  }

  close(): void {
    this.parser.close()
  }
}
