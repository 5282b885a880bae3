import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { constants, FolderHost, sink, source } from '../pipelines/import-for-test.ts'
import { runImport } from '../pipelines/run-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'runner-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // The process ended between listing and reading.
    return ''
  }
}

/** Process id of the runner of this process that runs code, once it has read its job. */
async function livingRunner(): Promise<number> {
  for (;;) {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const stat = textOf(`/proc/${name}/stat`)
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      // A runner that checks a file gets no add-on.
      const [addon = ''] = textOf(`/proc/${name}/cmdline`).split('\0').slice(-3)
      if (parent === process.pid && addon.endsWith('.node')) return Number(name)
    }
    await sleep(20)
  }
}

describe.skipIf(process.platform !== 'linux')('S6: a live runner, seen from outside', () => {
  it('has no environment, no secret in its command line, and no descriptor but its own', async () => {
    process.env.MILLRACE_TEST_SECRET = 'Very-secret-9'
    const file = path.join(folder, 'rows.ndjson')
    writeFileSync(file, '{"n":1}\n')
    const secretFile = path.join(folder, 'secret')
    writeFileSync(secretFile, 'Very-secret-9')
    const held = await open(secretFile)
    const server = createServer().listen(0, '127.0.0.1')
    const ownSockets = new Set(readdirSync('/proc/self/fd').map((fd) => linkOf(`/proc/self/fd/${fd}`)))
    const host = new FolderHost()
    const run = runImport(
      {
        ...constants,
        program: await compiled(forEachRecord('for (;;) {}')),
        sources: [source('rows', { path: file, size: 8, name: 'rows', contentType: 'json', format: {} })],
        sinks: [sink('rows')],
        limits: { callMs: 6000 },
      },
      host,
    )
    const pid = await livingRunner()
    await sleep(1500)
    const environment = textOf(`/proc/${pid}/environ`)
    const command = textOf(`/proc/${pid}/cmdline`)
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`))
    const owner = /^Uid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1]
    host.stop()
    expect((await run).ok).toBe(false)
    await held.close()
    server.close()
    host.remove()
    expect(command).toContain('--permission')
    // What sh leaves behind, and what the runner itself sets, holds nothing of ours.
    expect(environment.split('\0').filter((entry) => entry !== '')).toEqual([])
    expect(command).not.toMatch(/Very-secret|postgres|MILLRACE|:\/\//)
    if (process.getuid?.() === 0) expect(Number(owner)).toBeGreaterThanOrEqual(64_000)
    // Where tests write into memory, files lie among the devices.
    const files = links.filter((link) => /^\/(?!dev\/(?!shm\/))/.test(link))
    // The checked records, which nobody keeps here.
    expect(files).toEqual([expect.stringMatching(/\/millrace-dataset-\w+\/dataset \(deleted\)$/)])
    expect(links.filter((link) => link.startsWith('socket:') && ownSockets.has(link))).toEqual([])
    expect(links.length).toBeGreaterThan(5)
  }, 60_000)
})

function linkOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    // Closed meanwhile.
    return ''
  }
}
