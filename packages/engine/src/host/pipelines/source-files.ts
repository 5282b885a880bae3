import { type FileHandle, open } from 'node:fs/promises'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import type { RunnerFile } from '../../protocol/messages.ts'
import { guessDecimal } from '../../schemas/decimal-guess.ts'
import type { FileSource } from './ports.ts'

/** Source files held open for a runner, which gets descriptors and no path. */
export class SourceFiles {
  readonly #handles: FileHandle[] = []

  get descriptors(): number[] {
    return this.#handles.map((handle) => handle.fd)
  }

  /** What the runner is told: the number the file has over there. */
  async add(file: FileSource): Promise<RunnerFile> {
    const handle = await open(file.path, 'r')
    this.#handles.push(handle)
    const { size } = await handle.stat()
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
