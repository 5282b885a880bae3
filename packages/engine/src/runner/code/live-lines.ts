/** Characters of log lines that are told while the code runs; what is written after them comes with the answers. */
const maxChars = 256 * 1024

/**
 * Log lines of a test run, read while the code that writes them still runs: the driver puts their texts into memory that
 * both sides share, each ended by a line break. What stands there is only text, and the driver alone holds it inside.
 */
export class LiveLines {
  readonly memory = new SharedArrayBuffer(4 + 2 * maxChars)
  readonly #length = new Int32Array(this.memory, 0, 1)
  readonly #chars = new Uint16Array(this.memory, 4)
  #read = 0

  /** The texts that were written since the last reading. */
  read(): string[] {
    const until = Math.min(Atomics.load(this.#length, 0), maxChars)
    if (until <= this.#read) return []
    const chars = this.#chars.slice(this.#read, until)
    this.#read = until
    return Buffer.from(chars.buffer).toString('utf16le').split('\n').slice(0, -1)
  }
}
