import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ComponentGraph } from '@millrace/contract'
import { compileProgram, executeComponent, RunError } from '@millrace/engine'
import { bundleModule, ModuleError } from '@millrace/engine/host/modules/bundle-module'
import { fetchModule } from './fetch-module.ts'

/** Bytes of a module's text in the sandbox, whose whole memory is 128 MiB in a test run. */
const maxCodeBytes = 8 << 20

export type InstallOptions = {
  /** Scratch folders are made here, one per installation. */
  folder: string
  signal: AbortSignal
  /** Hash of an earlier installation of the same version; another one now is refused. */
  integrity?: string | null
  /** What npm is told to install; a tarball in tests. */
  spec?: string
}

/**
 * Fetches a module, bundles it for the sandbox and loads it there once.
 * @throws ModuleError with a sentence that says why it cannot be used
 */
export async function installModule(
  { name, version }: { name: string; version: string },
  { folder, signal, integrity, spec }: InstallOptions,
): Promise<{ integrity: string; code: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The process id lets a later start tell what a killed server left behind.
  const scratch = await mkdtemp(path.join(folder, `${process.pid}-`))
  try {
    const hash = await fetchModule({ name, version, folder: scratch, signal, ...(spec !== undefined && { spec }) })
    if (integrity != null && integrity !== hash) {
      throw new ModuleError('The registry answers with another content than before')
    }
    const code = await bundleModule(scratch, name, maxCodeBytes)
    await loadOnce({ name, version, code }, signal)
    return { integrity: hash, code }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** What a server that was killed left in the folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = Number(name.split('-')[0])
    if (pid !== process.pid && !isAlive(pid)) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A module that cannot be loaded is found out here, not by the first import. */
async function loadOnce(module: { name: string; version: string; code: string }, signal: AbortSignal): Promise<void> {
  const probe: ComponentGraph = {
    _id: 'probe',
    name: 'probe',
    version: 1,
    kind: 'instruction',
    inputs: [],
    outputs: [],
    instances: [],
    links: [],
    jsCode: `ctx.rt_context.loaded = typeof require(${JSON.stringify(module.name)})`,
    isDB: false,
    isIO: false,
  }
  const program = await compileProgram(probe, () => null, { modules: [module] })
  try {
    const request = { program, payload: {}, rtContext: {}, now: new Date().toISOString() }
    const { output } = await executeComponent(request, { signal })
    const { error } = (output ?? {}) as { error?: unknown }
    if (error !== undefined) throw new ModuleError(`It cannot be loaded in the sandbox: ${String(error).slice(0, 500)}`)
  } catch (error) {
    if (error instanceof RunError && error.kind === 'timeout') {
      throw new ModuleError('It takes too long to load in the sandbox', { cause: error })
    }
    throw error
  }
}
