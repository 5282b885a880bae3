/** Messages that were handed over and not yet committed, oldest first. */
export type MessageBuffer<T> = {
  add(message: T): void
  /** Those that make an upload now: enough of them, or the oldest has waited long enough. */
  due(full: { count: number; ms: number }): T[]
  remove(messages: readonly T[]): void
  clear(): void
}

/** More than so many bytes are an upload whatever their number. */
export const maxBytes = 8 * 1024 * 1024

export function createMessageBuffer<T extends { body: Buffer }>(now: () => number = Date.now): MessageBuffer<T> {
  let list: { message: T; at: number }[] = []
  return {
    add(message) {
      list.push({ message, at: now() })
    },
    due({ count, ms }) {
      let bytes = 0
      const first = list.slice(0, count).filter(({ message }, place) => {
        bytes += message.body.length
        return place === 0 || bytes <= maxBytes
      })
      const oldest = list[0]
      const isDue = oldest !== undefined && (list.length >= count || bytes > maxBytes || now() - oldest.at >= ms)
      return isDue ? first.map(({ message }) => message) : []
    },
    remove(messages) {
      const gone = new Set(messages)
      list = list.filter(({ message }) => !gone.has(message))
    },
    clear() {
      list = []
    },
  }
}
