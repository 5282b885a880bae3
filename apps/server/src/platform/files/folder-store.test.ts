import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileStore, FileTooLargeError } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'

let folder: string
let store: FileStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-files-'))
  store = await openFolderStore(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const filesIn = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
const key = '0193ab-some-id'

describe('the file store on a folder', () => {
  it('keeps what it received, with size, hash and first bytes', async () => {
    const bytes = Buffer.alloc(300_000, 'Preis;Bezeichnung\n')
    const file = await store.receive(Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), bytes.length)
    expect(file.size).toBe(300_000)
    expect(file.head.equals(bytes.subarray(0, 65_536))).toBe(true)
    const stored = await file.commit(key)
    expect(stored).toEqual({ key, size: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
    expect(readFileSync(await store.localPath(key)).equals(bytes)).toBe(true)
    expect(filesIn('incoming')).toEqual([])
  })

  it('shows nothing under the key before commit, as after a crash in between', async () => {
    const half = await store.receive(Readable.from([Buffer.from('half')]), 100)
    const restarted = await openFolderStore(folder)
    expect(await restarted.exists(key)).toBe(false)
    expect(filesIn('kept')).toEqual([])
    await expect(restarted.read(key)).rejects.toThrow('ENOENT')
    await expect(restarted.localPath(key)).rejects.toThrow('ENOENT')
    await half.discard()
  })

  it('refuses one byte over the limit and leaves nothing', async () => {
    const exact = await store.receive(Readable.from([Buffer.alloc(100)]), 100)
    await exact.discard()
    await expect(store.receive(Readable.from([Buffer.alloc(60), Buffer.alloc(41)]), 100)).rejects.toThrow(
      FileTooLargeError,
    )
    expect(filesIn('incoming')).toEqual([])
  })

  it('leaves nothing of a source that breaks off', async () => {
    async function* broken() {
      yield Buffer.from('a')
      throw new Error('connection lost')
    }
    await expect(store.receive(Readable.from(broken()), 100)).rejects.toThrow('connection lost')
    expect(filesIn('incoming')).toEqual([])
  })

  it('lets a caller write, and replaces a file whole', async () => {
    for (const text of ['first', 'second']) {
      const write = await store.create()
      write.stream.write(Buffer.from(text))
      await write.commit(key)
    }
    expect((await buffer(await store.read(key))).toString()).toBe('second')
    const dropped = await store.create()
    dropped.stream.write(Buffer.from('third'))
    await dropped.discard()
    expect(filesIn('incoming')).toEqual([])
    expect((await buffer(await store.read(key))).toString()).toBe('second')
    await store.remove(key)
    await store.remove(key)
    expect(await store.exists(key)).toBe(false)
  })

  it('hands out a file that another process may write, and nothing under its key before it is whole', async () => {
    const plain = await store.createPlain()
    writeSync(plain.fd, 'by descriptor')
    expect(await store.exists(key)).toBe(false)
    expect(await plain.commit(key)).toEqual({ key, size: 13 })
    await plain.discard()
    expect((await buffer(await store.read(key))).toString()).toBe('by descriptor')
    const dropped = await store.createPlain()
    writeSync(dropped.fd, 'half')
    await dropped.discard()
    await dropped.discard()
    expect(filesIn('incoming')).toEqual([])
    await store.remove(key)
  })

  it('removes leftovers of more than a day at the start, not the files of a living neighbour', async () => {
    writeFileSync(join(folder, 'incoming', 'old'), 'x')
    writeFileSync(join(folder, 'incoming', 'fresh'), 'x')
    const ago = (hours: number) => Date.now() / 1000 - hours * 3600
    utimesSync(join(folder, 'incoming', 'old'), ago(24.1), ago(24.1))
    // An import may wait for a slow target long after its file is written.
    utimesSync(join(folder, 'incoming', 'fresh'), ago(23.9), ago(23.9))
    await openFolderStore(folder)
    expect(filesIn('incoming')).toEqual(['fresh'])
  })

  it('takes no key that could lead out of its folder', async () => {
    for (const wrong of ['../secret', 'a/b', '..', '', 'x\0y', '.hidden']) {
      await expect(store.localPath(wrong), wrong).rejects.toThrow('not a key')
    }
  })

  it('knows the free space and keeps its folders private', async () => {
    expect(await store.freeBytes()).toBeGreaterThan(0)
    expect(statSync(join(folder, 'kept')).mode & 0o077).toBe(0)
  })
})
