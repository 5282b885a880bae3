import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolders } from './make-folder.ts'

describe('makeFolders', () => {
  it('makes every missing folder, and is content when they are there', async () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'millrace-folders-')), 'a', 'b')
    await makeFolders(folder, 0o700)
    await makeFolders(folder, 0o700)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })
  it('fails at once below a file', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'millrace-folders-')), 'file')
    writeFileSync(file, '')
    await expect(makeFolders(path.join(file, 'a'), 0o700)).rejects.toThrow('ENOTDIR')
  })
  it.runIf(process.platform === 'linux')('fails at once where the system makes no folders', async () => {
    await expect(makeFolders('/proc/nowhere/data', 0o700)).rejects.toThrow('ENOENT')
  })
})
