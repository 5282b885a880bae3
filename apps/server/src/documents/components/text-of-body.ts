/** The body of an answer as text, in the character set it names, else UTF-8. */
export function textOfBody(body: Buffer, contentType: string): string {
  const named = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    // A set that nobody knows: UTF-8 is the likeliest, and shows what it cannot read.
    return new TextDecoder().decode(body)
  }
}
