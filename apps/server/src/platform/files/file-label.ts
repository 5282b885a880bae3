/** Longest label kept of a file's name; it is never a path (S2). */
const maxNameLength = 255

/** The file's own name as a label: its last part, without what no name may hold; a long one is cut before its ending. */
export function labelOf(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = last.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  const characters = [...plain]
  if (characters.length <= maxNameLength) return plain
  const ending = /\.[^.]{1,20}$/.exec(plain)?.[0] ?? ''
  return characters.slice(0, maxNameLength - [...ending].length).join('') + ending
}
