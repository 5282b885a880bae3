import type { ConnectionType, DatabaseConnection, DatabaseConnectionInput } from '@millrace/contract'
import {
  type AddressField,
  databaseDialects,
  type DatabaseAddress,
  type Encryption,
  isComputerName,
  readDatabaseAddress,
  writeDatabaseAddress,
} from '@millrace/contract/connections/database-address.rule'
import { texts } from '@millrace/contract/errors'

/** A connection as the form has it: its address in parts, so that what is wrong with one of them stands beside it. */
export type ConnectionDraft = {
  name: string
  type: ConnectionType
  host: string
  port: string
  user: string
  /** Empty where the stored one is kept. */
  password: string
  database: string
  tls: Encryption
  /** The authority of the server's certificate, as PEM. */
  ca: string
  /** Where PostgreSQL looks first. */
  schema: string
  tags: string[]
}

export type ConnectionPart = 'name' | AddressField
export type ConnectionMistakes = Partial<Record<ConnectionPart, string>>

/** What the server shows in place of a password. */
const hidden = '***'

export const defaultPort = (type: ConnectionType): string => String(databaseDialects[type].port)

export const emptyConnection: ConnectionDraft = {
  ...{ name: '', type: 'postgresql', host: '', port: defaultPort('postgresql'), user: '', password: '', database: '' },
  ...{ tls: 'off', ca: '', schema: '', tags: [] },
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A stored connection in parts; one that was stored before the rules for addresses has empty ones. */
export function draftOf({ name, type, cnxString, options, tags }: DatabaseConnection): ConnectionDraft {
  const address = readAddress(type, cnxString)
  const isChecked = options.ssl === true || textOf(options.ca) !== ''
  return {
    ...emptyConnection,
    ...{ name, type, tags, ca: textOf(options.ca), schema: textOf(options.schema) },
    ...(address !== null && partsOf(address)),
    ...(isChecked && { tls: 'checked' as const }),
  }
}

function readAddress(type: ConnectionType, text: string): DatabaseAddress | null {
  try {
    return readDatabaseAddress(type, text)
  } catch {
    return null
  }
}

const partsOf = ({ host, port, user, password, database, tls }: DatabaseAddress) => ({
  ...{ host, user, database, port: String(port), tls: tls ?? 'off' },
  password: password === hidden ? '' : password,
})

/** The parts of a connection string that somebody pasted; null where the text is none. */
export function readPasted(text: string): Partial<ConnectionDraft> | null {
  for (const type of ['postgresql', 'mysql'] as const) {
    const address = readAddress(type, text.trim())
    if (address !== null) return { type, ...partsOf(address) }
  }
  return null
}

const addressParts = ['type', 'host', 'port', 'user', 'database', 'tls'] as const

const isSameAddress = (draft: ConnectionDraft, base: ConnectionDraft): boolean =>
  addressParts.every((part) => draft[part].trim() === base[part])

/** Whether the stored connection has a password, which is kept while it goes where it was typed for. */
export const hasPassword = (edited: DatabaseConnection | null): boolean =>
  edited !== null && URL.parse(edited.cnxString)?.password === hidden

/** Whether the draft leads elsewhere, or in another way, than what is stored. */
export function leadsElsewhere(draft: ConnectionDraft, edited: DatabaseConnection | null): boolean {
  if (edited === null) return true
  const base = draftOf(edited)
  return draft.password !== '' || !isSameAddress(draft, base) || draft.ca !== base.ca || draft.schema !== base.schema
}

/** What is wrong with the draft, part by part; empty where nothing is. */
export function validateConnection(draft: ConnectionDraft, edited: DatabaseConnection | null): ConnectionMistakes {
  const mistakes: ConnectionMistakes = {}
  const port = Number(draft.port)
  if (draft.name.trim() === '') mistakes.name = texts.pleaseInputName
  if (draft.host.trim() === '') mistakes.host = 'Please input host'
  else if (!isComputerName(draft.host.trim()))
    mistakes.host = 'A host is a name or an IP address, such as db.example.org'
  if (!/^\d+$/.test(draft.port.trim()) || port < 1 || port > 65_535) mistakes.port = 'A port is a number up to 65535'
  if (draft.user.trim() === '') mistakes.user = 'Please input user'
  if (draft.type === 'postgresql' && draft.database.trim() === '') mistakes.database = 'Please input database'
  if (draft.password === '' && hasPassword(edited) && edited !== null && !isSameAddress(draft, draftOf(edited))) {
    mistakes.password = 'Type it again: the stored password goes only where it was typed for'
  }
  return mistakes
}

/** What is sent for the draft; an address that did not change goes back as it came, and its password is kept. */
export function inputOf(draft: ConnectionDraft, edited: DatabaseConnection | null): DatabaseConnectionInput {
  const { name, type, host, port, user, password, database, tls, tags } = draft
  const isKept = edited !== null && password === '' && isSameAddress(draft, draftOf(edited))
  const address = {
    ...{ host: host.trim(), port: Number(port), user: user.trim(), password, database: database.trim() },
    tls: tls === 'off' ? null : tls,
  }
  return {
    ...{ name: name.trim(), type, tags },
    cnxString: isKept ? edited.cnxString : writeDatabaseAddress(type, address),
    options: optionsOf(draft, edited?.options ?? {}),
  }
}

function optionsOf({ type, tls, ca, schema }: ConnectionDraft, before: Record<string, unknown>) {
  const { ca: _ca, ssl, schema: _schema, ...others } = before
  return {
    ...others,
    ...(tls === 'checked' && ssl !== undefined && { ssl }),
    ...(tls === 'checked' && ca.trim() !== '' && { ca: ca.trim() }),
    ...(type === 'postgresql' && schema.trim() !== '' && { schema: schema.trim() }),
  }
}

/** The options of a connection in words, for a row of the table. */
export const describeOptions = (options: Record<string, unknown>): string =>
  Object.entries(options)
    .map(([name, value]) => {
      if (name === 'ca') return 'own certificate authority'
      return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
    })
    .join(', ')
