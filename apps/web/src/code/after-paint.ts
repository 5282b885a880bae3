/** Work that waits for the next frame to be seen, however often it is asked for until then. */
export type WaitingWork = {
  ask(): void
  /** Does it at once where it was asked for. */
  now(): void
  drop(): void
}

/** Longest wait in ms: a page that is not in sight has no frames. */
const maxWaitMs = 100

export function afterPaint(work: () => void): WaitingWork {
  let frame = 0
  let timer = 0
  const drop = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    timer = 0
  }
  const now = () => {
    if (timer === 0) return
    drop()
    work()
  }
  return {
    ask() {
      if (timer !== 0) return
      timer = window.setTimeout(now, maxWaitMs)
      frame = requestAnimationFrame(() => {
        // A task that a frame leaves behind comes after it has been painted.
        clearTimeout(timer)
        timer = window.setTimeout(now, 0)
      })
    },
    now,
    drop,
  }
}
