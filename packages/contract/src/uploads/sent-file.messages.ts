import { z } from 'zod'

/** A file inside a message; `data` is base64, with or without the head of a data URL. */
export const SentFile = z.object({ name: z.string(), mimeType: z.string(), data: z.string() })
export type SentFile = z.infer<typeof SentFile>
