import { closeSync, openSync, readSync } from 'node:fs'

const pageBytes = 4096

/** Resident memory of a process in MiB; stays 0 where there is no /proc. */
export class MemoryGauge {
  #fd: number | null = null
  readonly #buffer = Buffer.alloc(64)
  peakMiB = 0

  constructor(pid: number | undefined) {
    if (pid === undefined) return
    try {
      this.#fd = openSync(`/proc/${pid}/statm`, 'r')
    } catch {
      // No /proc, or the process is gone already; detectContainment() says what that means.
    }
  }

  read(): number {
    if (this.#fd === null) return 0
    try {
      const length = readSync(this.#fd, this.#buffer, 0, 64, 0)
      const mib = (Number(this.#buffer.toString('latin1', 0, length).split(' ')[1]) * pageBytes) / 2 ** 20
      if (mib > this.peakMiB) this.peakMiB = mib
      return mib
    } catch {
      // ESRCH: the process ended.
      return 0
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }
}
