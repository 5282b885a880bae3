import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes the folder and those above it, each by itself. The library's own `recursive` asks again for ever where the
 * system answers that a folder below an existing one cannot be found, as it does in /proc.
 * @throws the system's error for the first folder that cannot be made
 */
export async function makeFolders(folder: string, mode: number): Promise<void> {
  const missing: string[] = []
  for (let at = path.resolve(folder); !(await isThere(at)); at = path.dirname(at)) missing.unshift(at)
  for (const one of missing) {
    await mkdir(one, { mode }).catch((error: NodeJS.ErrnoException) => {
      // Another process of ours may have been faster.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
