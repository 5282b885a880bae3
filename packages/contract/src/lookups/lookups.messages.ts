import { z } from 'zod'
import { Id } from '../primitives.ts'

export const Brand = z.object({ _id: Id, name: z.string() })
export type Brand = z.infer<typeof Brand>

export const Datakind = z.object({ _id: Id, name: z.string() })
export type Datakind = z.infer<typeof Datakind>

export const ProductLine = z.object({ _id: Id, name: z.string(), label: z.string() })
export type ProductLine = z.infer<typeof ProductLine>

/** `label` is language-country (PIC-009). */
export const Locale = z.object({
  _id: Id,
  name: z.string(),
  language: z.string(),
  country: z.string(),
  label: z.string(),
})
export type Locale = z.infer<typeof Locale>

export const lookupCalls = {
  'GET /locales/list': { reply: z.array(Locale) },
  'GET /brands/list': { reply: z.array(Brand) },
  'GET /productlines/list': { reply: z.array(ProductLine) },
  'GET /datakinds/list': { reply: z.array(Datakind) },
}
