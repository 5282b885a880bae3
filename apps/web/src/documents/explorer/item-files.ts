import type { DocKind, Json } from '@millrace/contract'
import { findJsonLoss } from '@millrace/contract/schemas/json-loss.rule'
import { reasonOf } from '../../api/reason-of.ts'

/** A document as it lies in a file: its name, and what it holds in the fields that its save takes. */
type FileItem = { name: string; content: Record<string, Json> }

/**
 * The file of a document: a schema is written as it is, so that other tools read it; components and pipelines with their
 * name.
 */
export function fileOfItem(kind: DocKind, { name, content }: FileItem): { fileName: string; text: string } {
  const written = kind === 'schema' ? content.jsonSchema : { name, ...content }
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  return { fileName: `${safe}.${kind}.json`, text: `${JSON.stringify(written, null, 2)}\n` }
}

/**
 * Reads a file of `fileOfItem`, or any JSON Schema (D-119). The name is the one in the file, else the file's own.
 * @throws Error with a sentence for the person
 */
export function itemOfFile(kind: DocKind, fileName: string, text: string): FileItem {
  const parsed = parseExactly(text.replace(/^\uFEFF/, ''))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('The file does not hold an object.')
  const ownName = fileName.replace(/(\.(schema|component|pipeline))?\.json$/i, '')
  if (kind === 'schema') return { name: ownName, content: { jsonSchema: parsed } }
  const { name, ...content } = parsed as Record<string, Json>
  return { name: typeof name === 'string' && name.trim() !== '' ? name : ownName, content }
}

/** What JavaScript would change without a word is refused: names that come twice, numbers that it cannot hold. */
function parseExactly(text: string): Json {
  let read: Json
  try {
    read = JSON.parse(text) as Json
  } catch (error) {
    throw new Error(`The file is not JSON: ${reasonOf(error)}`)
  }
  const loss = findJsonLoss(text)
  if (loss !== null) throw new Error(`${loss.message} (at ${loss.pointer})`)
  return read
}
