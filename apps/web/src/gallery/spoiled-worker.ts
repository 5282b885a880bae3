/** From here on workers that the page starts never answer, or do not load. */
export function spoilWorkers(how: 'silent' | 'broken'): void {
  class SpoiledWorker extends EventTarget {
    constructor() {
      super()
      if (how === 'broken') setTimeout(() => this.dispatchEvent(new ErrorEvent('error')))
    }
    postMessage() {}
    terminate() {}
  }
  window.Worker = SpoiledWorker as unknown as typeof Worker
}
