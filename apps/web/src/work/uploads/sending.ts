/** Instead of a file: the server is to fetch the source (UPL-017). */
export const fetchIt = 'fetch'

/** What waits to be sent, by sub kind: a file, or the word that the source is to be fetched. */
export type ChosenFiles = ReadonlyMap<string, File | typeof fetchIt>
export type FileOfSource = { dataSubKind: string; file: File }

/** How far sending is: bytes of all files together, which go one after the other; or the sources being fetched. */
export type Sending = { sent: number; total: number; files: readonly FileOfSource[] } | { fetching: readonly string[] }

/** What is chosen for one source, and how far it is on its way to the server. */
export type Choice = {
  what: File | typeof fetchIt
  /** Share of the file that is sent, 0 to 1, and 0 for a fetch under way; null while it is neither sent nor fetched. */
  share: number | null
  /** Why the last try failed; null without one. */
  failure: string | null
}
export type Choices = ReadonlyMap<string, Choice>

/** What waits to be sent together, with how far the sending is. */
export const choicesOf = (chosen: ChosenFiles, sending: Sending | null): Choices =>
  new Map([...chosen].map(([kind, what]) => [kind, { what, share: shareOf(sending, kind), failure: null }]))

/** How far the choices are that are sent one by one: their files together, or else what is being fetched. */
export function sendingOf(choices: Iterable<[string, Choice]>): Sending | null {
  const underWay = [...choices].filter(([, { share }]) => share !== null)
  const files = underWay.flatMap(([dataSubKind, { what }]) => (what === fetchIt ? [] : [{ dataSubKind, file: what }]))
  if (files.length > 0) {
    const sent = underWay.reduce(
      (sum, [, { what, share }]) => sum + (what === fetchIt ? 0 : what.size * (share ?? 0)),
      0,
    )
    return { sent: Math.round(sent), total: files.reduce((sum, { file }) => sum + file.size, 0), files }
  }
  return underWay.length > 0 ? { fetching: underWay.map(([kind]) => kind) } : null
}

export const filesOf = (chosen: ChosenFiles): FileOfSource[] =>
  [...chosen].flatMap(([dataSubKind, file]) => (file === fetchIt ? [] : [{ dataSubKind, file }]))

export const sourcesToFetch = (chosen: ChosenFiles): string[] =>
  [...chosen].flatMap(([dataSubKind, file]) => (file === fetchIt ? [dataSubKind] : []))

/** The same choice with another file, or none, for one source. */
export function withChoice(
  chosen: ChosenFiles,
  dataSubKind: string,
  choice: File | typeof fetchIt | undefined,
): ChosenFiles {
  const next = new Map(chosen)
  if (choice === undefined) next.delete(dataSubKind)
  else next.set(dataSubKind, choice)
  return next
}

/** @param share of the request's bytes, 0 to 1 */
export function toSending(files: readonly FileOfSource[], share: number): Sending {
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  return { sent: Math.round(total * share), total, files }
}

/** Share of one source that is sent, 0 to 1; null when it is not being sent. Files go in the order they were chosen. */
export function shareOf(sending: Sending | null, dataSubKind: string): number | null {
  if (sending === null || 'fetching' in sending) return null
  let before = 0
  for (const entry of sending.files) {
    const { size } = entry.file
    if (entry.dataSubKind === dataSubKind)
      return size === 0 ? 1 : Math.min(1, Math.max(0, sending.sent - before) / size)
    before += size
  }
  return null
}
