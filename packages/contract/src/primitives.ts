import { z } from 'zod'
import { roles } from './roles.ts'

/** An opaque text; never parsed by a client. */
export const Id = z.string().min(1).max(100)
export type Id = z.infer<typeof Id>

/** A role as messages carry it. */
export const RoleName = z.enum(roles)

/** ISO 8601 in UTC, e.g. '2024-05-31T14:00:00.000Z'. */
export const ISODate = z.iso.datetime()
export type ISODate = z.infer<typeof ISODate>

export const Json = z.unknown()
export type Json = unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Values by names that people choose, handed on as it is: a record of zod would leave out the name `__proto__`. */
const valuesByName = () =>
  z.custom<Record<string, unknown>>(isObject).meta({ type: 'object', additionalProperties: {} })
export const ValuesByName = valuesByName()

/** The same with texts alone. */
export const TextsByName = z
  .custom<Record<string, string>>(
    (value) => isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
  )
  .meta({ type: 'object', additionalProperties: { type: 'string' } })

export const JsonSchema = valuesByName()
export type JsonSchema = z.infer<typeof JsonSchema>

/** A comma-joined list in a query; empty is refused, duplicates count once. */
export const IdList = z
  .string()
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    ),
  ])
  .pipe(z.array(Id).min(1).max(1000))

/** A number that arrives as text in a query. */
export const QueryNumber = z.coerce.number().int()
