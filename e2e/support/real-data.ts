import { existsSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'data')

/** Real product files beside the repository; they are not part of it. */
export const realDataPresent = existsSync(folder)
if (!realDataPresent) console.warn(`The real product files are absent (${folder}); their tests are skipped.`)

export const realFile = (name: string): string => path.join(folder, name)
