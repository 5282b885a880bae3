import { z } from 'zod'
import { Tag } from '../badges/badges.messages.ts'
import { Brand, Datakind, Locale, ProductLine } from '../lookups/lookups.messages.ts'
import { PipelineListItem } from '../pipelines/pipelines.messages.ts'
import { Id, ISODate, RoleName } from '../primitives.ts'
import { maxTfaCodeLength, minTfaCodeLength } from './tfa-code.rule.ts'

/** SES-019 */
export const Token = z.object({ value: z.string(), expireAt: ISODate })
export type Token = z.infer<typeof Token>

/** SES-025 */
export const SessionUser = z.object({
  _id: Id,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  userName: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(z.object({ name: RoleName })),
  role: RoleName,
  admin_tags: z.array(Tag),
  project_tags: z.array(Tag),
  unrestrictedUpload: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** A map from a file kind to accepted MIME types and extensions (SES-026). */
const Paths = z.record(z.string(), z.array(z.string()))

export const SessionInfo = z.object({
  user: SessionUser,
  mimetypes: Paths,
  timeZone: z.string(),
  title: z.string(),
  maxUpload: z.number().int(),
  /** Whether mails leave by a mail server; else they are files on the server (an extension). */
  sendsMail: z.boolean(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

const Signed = z.object({ token: Token, refreshToken: z.string() })
const TfaMarker = z.object({ tfa: z.object({ _id: Id, secret: z.string().optional(), qrcode: z.string().optional() }) })

/** Second step of a sign-in (API-009). `_id` is the challenge of the login reply; `code` a one-time or a recovery code. */
export const tfaCalls = {
  'POST /users/tfa': {
    body: z.object({ _id: Id, code: z.string().trim().min(minTfaCodeLength).max(maxTfaCodeLength) }),
    reply: Signed.extend({ recoveryCodes: z.array(z.string()).optional() }),
  },
}

/** Asks for a link by mail; the answer tells nothing about the address (API-015, SES-041). */
export const forgottenCalls = {
  'POST /users/forgotten': { body: z.object({ email: z.string().max(1000) }), reply: z.null() },
}

export const sessionCalls = {
  'POST /users/login': {
    // Too long for any account is as wrong as another one; who is told what is missing sent nothing (D-10).
    body: z.object({ username: z.string().trim().min(1).max(10_000), password: z.string().min(1).max(10_000) }),
    reply: z.union([Signed, TfaMarker]),
  },
  'POST /users/refresh-token': {
    body: z.object({ refreshToken: z.string().min(1).max(500) }),
    reply: z.object({ newToken: Token, newRefreshToken: z.string() }),
  },
  'POST /users/create-password': {
    body: z.object({ password: z.string().max(1000), token: z.string().min(1).max(500) }),
    reply: z.null(),
  },
  'GET /users/info': { reply: SessionInfo },
  'POST /users/logout': { reply: z.null() },
  'GET /users/pipelines': {
    reply: z.object({
      locales: z.array(Locale),
      brands: z.array(Brand),
      datakinds: z.array(Datakind),
      productLines: z.array(ProductLine),
      pipelines: z.array(PipelineListItem),
    }),
  },
}
