import { readFileSync } from 'node:fs'
import type { GuestSources } from '../../protocol/messages.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../runner/guest/${name}.guest.js`, import.meta.url), 'utf8')
let texts: GuestSources | null = null

/** The sources of the code inside the isolate (`runner/guest`), which runs them as they are. */
export function loadGuestSources(): GuestSources {
  texts ??= {
    realm: read('realm'),
    values: read('values'),
    leaves: read('leaves'),
    graph: read('graph'),
    flow: read('flow'),
    columns: read('columns'),
    requests: read('requests'),
    captures: read('captures'),
    gates: read('gates'),
    calls: read('calls'),
    driver: read('driver'),
  }
  return texts
}
