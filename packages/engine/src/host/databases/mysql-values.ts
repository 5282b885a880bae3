import mysql, { type FieldPacket } from 'mysql2'
import { isoInstant, numberOrText } from './plain-values.ts'

// A getter of the CommonJS module, which Node does not offer by name.
const { Types } = mysql

type Read = (value: unknown) => unknown

/** How each column's values, as mysql2 hands them over (dates as text), become plain JSON. */
export const fieldReaders = (fields: readonly FieldPacket[]): Read[] => fields.map((field) => readerOf(field))

function readerOf(field: FieldPacket): Read {
  switch (field.columnType ?? field.type) {
    case Types.DECIMAL:
    case Types.NEWDECIMAL:
    case Types.LONGLONG:
      return (value) => numberOrText(String(value))
    case Types.DATETIME:
      return (value) => isoInstant(String(value), '')
    case Types.TIMESTAMP:
      return (value) => isoInstant(String(value), 'Z')
    case Types.BIT:
      return (value) =>
        Buffer.isBuffer(value) ? numberOrText(BigInt(`0x${value.toString('hex') || '0'}`).toString()) : value
    default:
      return (value) => {
        if (Buffer.isBuffer(value)) return value.toString('base64')
        return typeof value === 'bigint' ? numberOrText(String(value)) : value
      }
  }
}
