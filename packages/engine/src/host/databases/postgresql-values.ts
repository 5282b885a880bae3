import { types } from 'pg'
import { parseKeepingDigits } from '../../formats/json/json-precision.ts'
import { isoInstant, numberOrText } from './plain-values.ts'

type Read = (text: string) => unknown

const finite: Read = (text) => (Number.isFinite(Number(text)) ? Number(text) : text)
const bool: Read = (text) => text === 't'
const json: Read = (text) => parseKeepingDigits(text)
const bytes: Read = (text) => Buffer.from(text.slice(2), 'hex').toString('base64')
const local: Read = (text) => isoInstant(text, '')
const instant: Read = (text) => isoInstant(text, 'Z')
const asIs: Read = (text) => text

/** By type number (pg_type.oid), with the number of its list type. Dates are ISO texts by the session's datestyle. */
const readers: [oid: number, list: number, read: Read][] = [
  [16, 1000, bool],
  [17, 1001, bytes],
  [20, 1016, numberOrText],
  [21, 1005, finite],
  [23, 1007, finite],
  [26, 1028, finite],
  [700, 1021, finite],
  [701, 1022, finite],
  [1700, 1231, numberOrText],
  [114, 199, json],
  [3802, 3807, json],
  [1082, 1182, asIs],
  [1114, 1115, local],
  [1184, 1185, instant],
  [25, 1009, asIs],
  [1043, 1015, asIs],
  [1042, 1014, asIs],
  [2950, 2951, asIs],
]

const { arrayParser } = types as unknown as {
  arrayParser: { create(text: string, read: Read): { parse(): unknown[] } }
}

const byOid = new Map<number, Read>()
for (const [oid, list, read] of readers) {
  byOid.set(oid, read)
  byOid.set(list, (text) => arrayParser.create(text, (entry) => (entry === null ? null : read(entry))).parse())
}

/** How pg reads the values of a session: plain JSON, and the text itself for every type that is not listed. */
export const plainTypes = { getTypeParser: (oid: number): Read => byOid.get(oid) ?? asIs }
