import { readFileSync } from 'node:fs'
import type { GuestTexts } from '../../protocol/messages.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../runner/guest/${name}.guest.js`, import.meta.url), 'utf8')
let texts: GuestTexts | null = null

/** The driver's texts as files hold them; the isolate runs them as they are. */
export function guestTexts(): GuestTexts {
  texts ??= {
    realm: read('realm'),
    values: read('values'),
    leaves: read('leaves'),
    graph: read('graph'),
    flow: read('flow'),
    columns: read('columns'),
    requests: read('requests'),
    captures: read('captures'),
    driver: read('driver'),
  }
  return texts
}
