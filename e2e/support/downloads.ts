import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'

export type Downloaded = { name: string; content: Buffer }

/**
 * Presses what starts an export and takes the file the browser saved.
 * @throws Error when the saved file has another length than the server's answer
 */
export async function downloaded(page: Page, button: Locator): Promise<Downloaded> {
  const [download, answer] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForResponse((response) => response.url().endsWith('/uploads/export')),
    button.click(),
  ])
  const content = readFileSync(await download.path())
  const sent = answer.headers()['content-length']
  if (sent !== undefined && content.byteLength !== Number(sent)) {
    throw new Error(`the browser saved ${content.byteLength} of ${sent} bytes`)
  }
  return { name: download.suggestedFilename(), content }
}

/** The records of a downloaded NDJSON file. */
export const recordsOf = ({ content }: Downloaded): Record<string, unknown>[] =>
  content
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
