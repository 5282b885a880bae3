import { sql } from 'kysely'
import type { FileStore } from '../files/file-store.ts'
import type { Database } from '../database/database.ts'

const withinMs = 2000

/** What keeps this process from doing its work now; empty when it is ready. */
export async function problems({ db, files }: { db: Database; files: FileStore }): Promise<string[]> {
  const checks = { database: sql`select 1`.execute(db), files: files.freeBytes() }
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await inTime(check)) ? [] : [name])),
  )
  return found.flat()
}

async function inTime(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, withinMs, false)
  })
  try {
    // A check that fails is the answer, not a fault of its own.
    return await Promise.race([check.then(() => true).catch(() => false), late])
  } finally {
    clearTimeout(timer)
  }
}
