import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { contentTypes } from '@millrace/contract'
import { outputFormatOf } from '@millrace/contract/uploads/file-types.rule'
import yazl from 'yazl'
import type { FileStore } from '../../platform/files/file-store.ts'

export type ExportedFile = { name: string; key: string; createdAt: Date }
export type Download = { fileName: string; contentType: string; size: number | null; stream: Readable }

/** Type of a file that we made ourselves, by its ending; bytes for all others, whose names people chose. */
export function contentTypeOf(name: string | null): string {
  const format = outputFormatOf(name)
  return format === null ? 'application/octet-stream' : contentTypes[format]
}

/** A file name without its ending. */
export const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '')

/** Plain entry names, none twice: the second 'a.csv' becomes 'a (1).csv'. */
export function toEntryNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = toEntryName(name)
    const dot = safe.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let entry = safe
    // File systems that ignore case would lay one over the other.
    for (let n = 1; taken.has(entry.toLowerCase()); n++) entry = `${stem} (${n})${ending}`
    taken.add(entry.toLowerCase())
    return entry
  })
}

/** A name that is a file in the folder it is unpacked to and nothing else. */
export function toEntryName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  const plain = name.replace(/[\u0000-\u001f\u007f<>:"|?*/\\]/g, '_').replace(/^\.+$/, '_')
  return plain.trim() === '' ? 'file' : plain
}

/** All files as one archive, made while it is sent: nothing is held but what is on its way (EXP-007), no longer than somebody reads it. */
export function zipOf(store: FileStore, files: readonly ExportedFile[]): Readable {
  const zip = new yazl.ZipFile()
  const names = toEntryNames(files.map((file) => file.name))
  const out = new PassThrough()
  /** The one that is read: the next is opened at its end. */
  let current: Readable | null = null
  out.on('close', () => current?.destroy())
  zip.on('error', (error) => out.destroy(error as Error))
  for (const [i, file] of files.entries()) {
    zip.addReadStreamLazy(names[i] ?? 'file', { mtime: file.createdAt }, (give) => {
      store.read(file.key).then(
        (stream) => {
          current = stream
          stream.on('error', (error) => out.destroy(error))
          // Whoever reads may have gone while it was opened.
          if (out.destroyed) stream.destroy()
          give(null, stream)
        },
        (error) => give(error, new PassThrough().end()),
      )
    })
  }
  zip.outputStream.pipe(out)
  zip.end()
  return out
}
