import { type FileHandle, open } from 'node:fs/promises'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import type { RunnerFile } from '../../protocol/messages.ts'
import { guessDecimal } from '../../schemas/decimal-guess.ts'
import type { FileSource } from './ports.ts'

/** Source files held open for a runner, which gets descriptors and no path. */
export class SourceFiles {
  readonly #handles: FileHandle[] = []
  readonly #sizes: number[] = []

  get descriptors(): number[] {
    return this.#handles.map((handle) => handle.fd)
  }

  /** The same with their sizes. */
  get inputs(): { fd: number; size: number }[] {
    return this.#handles.map(({ fd }, i) => ({ fd, size: this.#sizes[i] ?? 0 }))
  }

  /** What the runner is told: the number the file has over there. */
  async add(file: FileSource): Promise<RunnerFile> {
    const handle = await open(file.path, 'r')
    this.#handles.push(handle)
    const { size } = await handle.stat()
    this.#sizes.push(size)
    return {
      fd: firstDescriptor + this.#handles.length - 1,
      size,
      name: file.name,
      kind: file.contentType,
      format: file.format,
      decimalGuess: file.decimalGuess ?? guessDecimal(null),
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#handles.map((handle) => handle.close()))
  }
}
