import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The first screen of a file takes longer than the usual second where two cores do much else.
configure({ asyncUtilTimeout: 15_000 })

// Its timers outlive a test and then miss the page.
vi.mock('nprogress', () => ({ default: { configure: () => undefined, start: () => undefined, done: () => undefined } }))

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

if (typeof window !== 'undefined') fillGaps()

/** What jsdom lacks and the app uses. */
function fillGaps() {
  window.matchMedia ??= (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      // Tests set window.innerWidth; only the width query of the layout is answered.
      get matches() {
        const width = /max-width: ([\d.]+)px/.exec(media)?.[1]
        return width !== undefined && window.innerWidth <= Number(width)
      },
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as MediaQueryList

  const dialog = HTMLDialogElement.prototype
  dialog.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
    const wanted = this.querySelector<HTMLElement>('[autofocus], button, input')
    wanted?.focus()
  }
  dialog.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }

  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView ??= () => undefined
  // Virtual lists draw nothing in a box without size.
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: { configurable: true, get: () => 600 },
    offsetWidth: { configurable: true, get: () => 800 },
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 800 },
  })
}
