import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { pingDatabase } from '../database/reach.ts'
import type { FileStore } from '../files/file-store.ts'

/** 2 s for an answer. */
const maxWaits = 40
const waitMs = 50

/** What keeps this process from doing its work now; empty when it is ready. */
export async function healthProblems({ db, files }: { db: Database; files: FileStore }): Promise<string[]> {
  const checks = { database: pingDatabase(db), files: files.freeBytes() }
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await isInTime(check)) ? [] : [name])),
  )
  return found.flat()
}

async function isInTime(check: Promise<unknown>): Promise<boolean> {
  // A check that fails is the answer, not a fault of its own.
  const answer = check.then(
    () => true,
    () => false,
  )
  // In short waits: what arrived while the process was busy is read between two of them. After a single long one it
  // would count as late, and the database would be blamed for a process that stood still.
  for (let waits = 0; waits < maxWaits; waits++) {
    const answered = await Promise.race([answer, sleep(waitMs, null)])
    if (answered !== null) return answered
  }
  return false
}
