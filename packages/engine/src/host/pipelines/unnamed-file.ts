import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The bytes as a file that is opened and then has no name any more, so that nothing is left of it whatever happens. */
export async function openUnnamed<T>(content: Uint8Array, open: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-convert-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, content, { mode: 0o600 })
    return await open(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
