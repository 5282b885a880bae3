/** Shorter texts occur in any answer by chance. */
const minLength = 4

/**
 * An answer without what was sent to get it: some hosts repeat the address or a key in their complaints, and everybody
 * who sees the import reads them (S6).
 */
export function withoutSecrets(text: string, address: string, headers: Readonly<Record<string, string>> = {}): string {
  const url = URL.parse(address)
  const parts = [
    ...Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]),
    ...(url === null ? [] : [url.pathname + url.search, url.pathname, ...url.searchParams.values()]),
    ...(url === null ? [] : url.pathname.split('/').filter((part) => part.length >= 16)),
  ]
  return parts
    .filter((part) => part.length >= minLength)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, part) => left.replaceAll(part, '***'), text)
}
