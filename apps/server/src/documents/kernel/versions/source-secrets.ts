import { type DataSource, invalid, textWith } from '@millrace/contract'

/** Stands for a value that nobody is shown. */
const mask = '***'
const secretParameter = /([?&][^=&#]*(?:key|pass|pwd|secret|token|sig)[^=&#]*=)[^&#]*/gi
const secretOfUser = /^([a-z][a-z0-9+.-]*:\/\/[^/@:]*:)[^/@]*@/i

/** The address without its password and without parameters that are keys by their name; placeholders stay as they are. */
export const shownUrl = (url: string): string =>
  url.replace(secretOfUser, `$1${mask}@`).replace(secretParameter, `$1${mask}`)

/** Sources as they may be shown: what a fetch sends in its headers and keys is known to the server alone (S6). */
export const maskSourceSecrets = (sources: readonly DataSource[]): DataSource[] =>
  sources.map((source) => {
    const { config } = source
    if (config === undefined || !('url' in config)) return source
    const { headers, url } = config
    const shown = headers && Object.fromEntries(Object.keys(headers).map((name) => [name, mask]))
    return { ...source, config: { ...config, url: shownUrl(url), ...(shown && { headers: shown }) } }
  })

/**
 * Sources as they are stored: what was sent back as it was shown keeps the value it hides, as long as the address stays
 * at its origin. Elsewhere it would hand a secret to whoever answers there.
 * @throws ApiError 40000 naming the source whose secrets must be typed again
 */
export const restoreSourceSecrets = (sent: readonly DataSource[], stored: readonly DataSource[]): DataSource[] =>
  sent.map((source) => {
    const { config } = source
    const before = stored.find(({ dataSubKind }) => dataSubKind === source.dataSubKind)?.config
    if (config === undefined || !('url' in config) || before === undefined || !('url' in before)) return source
    const url = config.url === shownUrl(before.url) ? before.url : config.url
    const hidden = Object.entries(config.headers ?? {}).filter(([, value]) => value === mask)
    if (hidden.length === 0) return { ...source, config: { ...config, url } }
    if (originOf(url) !== originOf(before.url)) throw invalid(textWith.typeHeadersAgain(source.dataSubKind))
    const kept = Object.fromEntries(hidden.map(([name, value]) => [name, before.headers?.[name] ?? value]))
    return { ...source, config: { ...config, url, headers: { ...config.headers, ...kept } } }
  })

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null
