/**
 * Header that offers a file under a name (RFC 6266): a plain name for old clients, the exact one in UTF-8. Quotes,
 * control characters and path separators never reach the plain form.
 */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\/]/g, '_')
  if (plain === name) return `attachment; filename="${plain}"`
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  const exact = encodeURIComponent(name).replace(/['()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
