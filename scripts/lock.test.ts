import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const script = (path: string, trace: string) => `
  import { appendFileSync } from 'node:fs'
  import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)}
  await withLock(${JSON.stringify(path)}, () => {}, async () => {
    appendFileSync(${JSON.stringify(trace)}, 'in\\n')
    await new Promise((resolve) => setTimeout(resolve, 150))
    appendFileSync(${JSON.stringify(trace)}, 'out\\n')
  })`

it('lets one process work at a time', async () => {
  const trace = join(folder, 'trace')
  const children = [1, 2, 3, 4].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', script(join(folder, 'lock'), trace)], { stdio: 'inherit' }),
  )
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number))
  expect(codes).toEqual([0, 0, 0, 0])
  expect(readFileSync(trace, 'utf8')).toBe('in\nout\n'.repeat(4))
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

it('takes over the lock of a process that is gone', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  writeFileSync(join(folder, 'lock'), String(gone.pid))
  expect(
    await withLock(
      join(folder, 'lock'),
      () => {},
      async () => 'done',
    ),
  ).toBe('done')
})

it('gives the lock back when the work fails', async () => {
  const lock = join(folder, 'lock')
  const work = withLock(
    lock,
    () => {},
    async () => {
      throw new Error('broken')
    },
  )
  await expect(work).rejects.toThrow('broken')
  expect(existsSync(lock)).toBe(false)
})
