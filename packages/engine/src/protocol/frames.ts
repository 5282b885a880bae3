/** Messages between parent and runner: four bytes of length, then JSON. Never `v8.deserialize`: one side is hostile. */
export function encodeFrame(message: unknown): Buffer {
  const text = JSON.stringify(message)
  const length = Buffer.byteLength(text)
  const frame = Buffer.allocUnsafe(4 + length)
  frame.writeUInt32BE(length)
  frame.write(text, 4)
  return frame
}

export class FrameTooLargeError extends Error {
  override readonly name = 'FrameTooLargeError'
}

/** Puts messages together again from chunks of any size. */
export class FrameReader {
  readonly #limit: number
  #parts: Buffer[] = []
  #have = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @throws FrameTooLargeError, SyntaxError */
  push(chunk: Buffer): unknown[] {
    this.#parts.push(chunk)
    this.#have += chunk.length
    const messages: unknown[] = []
    while (this.#have >= 4) {
      if ((this.#parts[0]?.length ?? 0) < 4) this.#parts = [Buffer.concat(this.#parts)]
      const length = this.#parts[0]?.readUInt32BE() ?? 0
      if (length > this.#limit) throw new FrameTooLargeError(`a message of ${length} bytes, limit ${this.#limit}`)
      if (this.#have < 4 + length) break
      const all = this.#parts.length > 1 ? Buffer.concat(this.#parts) : (this.#parts[0] as Buffer)
      messages.push(JSON.parse(all.toString('utf8', 4, 4 + length)))
      this.#have -= 4 + length
      this.#parts = this.#have > 0 ? [all.subarray(4 + length)] : []
    }
    return messages
  }
}
