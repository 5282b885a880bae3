import type { Database } from '../database/database.ts'
import { pingDatabase } from '../database/reach.ts'
import type { FileStore } from '../files/file-store.ts'

const maxAnswerMs = 2000

/** What keeps this process from doing its work now; empty when it is ready. */
export async function healthProblems({ db, files }: { db: Database; files: FileStore }): Promise<string[]> {
  const checks = { database: pingDatabase(db), files: files.freeBytes() }
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await isInTime(check)) ? [] : [name])),
  )
  return found.flat()
}

async function isInTime(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, maxAnswerMs, false)
  })
  try {
    // A check that fails is the answer, not a fault of its own.
    return await Promise.race([check.then(() => true).catch(() => false), late])
  } finally {
    clearTimeout(timer)
  }
}
