/** How a text is stored: with one byte for each character where all have room in one, else as is shorter. */
export const textForms = ['latin1', 'utf8', 'utf16le'] as const
export type TextForm = (typeof textForms)[number]

/** The bytes of a text, and how they are read again: half characters, which UTF-8 cannot hold, come back as they are. */
export function storeText(text: string): { form: TextForm; bytes: Buffer } {
  const size = Buffer.byteLength(text)
  const form: TextForm =
    size === text.length || !/[^\x00-\xff]/.test(text)
      ? 'latin1'
      : size < text.length * 2 && text.isWellFormed()
        ? 'utf8'
        : 'utf16le'
  return { form, bytes: Buffer.from(text, form) }
}

/** @returns null where the bytes hold no text of so many characters */
export function loadText(bytes: Buffer, form: TextForm, chars: number): string | null {
  const text = bytes.toString(form)
  return text.length === chars ? text : null
}
