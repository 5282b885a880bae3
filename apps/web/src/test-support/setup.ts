import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Files follow each other in one process, which loads jsdom, React and antd once. Each begins with modules of ours that
// nobody has used, and finds nothing of the file before. The page's head stays: antd knows which styles it has put there.
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
if (typeof window !== 'undefined') clearPage()

// The first screen of a file takes longer than the usual second where two cores do much else.
configure({ asyncUtilTimeout: 15_000, getElementError: describeMissing })

// Its timers outlive a test and then miss the page.
vi.mock('nprogress', () => ({ default: { configure: () => undefined, start: () => undefined, done: () => undefined } }))

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

if (typeof window !== 'undefined') fillGaps()

/**
 * What a query without a match says, with the page as it is. While something is waited for, a query fails again and again
 * and nobody reads why; the page is printed with the last failure alone.
 */
function describeMissing(message: string | null, container: Element) {
  const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
    _disableExpensiveErrorDiagnostics?: boolean
  }
  const error = new Error(isWaiting ? (message ?? '') : `${message ?? ''}\n\n${prettyDOM(container)}`)
  error.name = 'TestingLibraryElementError'
  // It points at the test, not here.
  Error.captureStackTrace(error, describeMissing)
  return error
}

/** A window like a new one: its width, address, cookies and listeners. */
function clearPage() {
  forgetListeners()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('data-theme')
  window.history.replaceState(null, '', '/')
  Object.defineProperty(window, 'innerWidth', { configurable: true, writable: true, value: 1024 })
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0`
}

type Listening = Parameters<Window['addEventListener']>

/** Removes every listener that the file before left at the window, and remembers those of this one for the next. */
function forgetListeners() {
  const kept = window as Window & { listenings?: Listening[] }
  if (kept.listenings === undefined) {
    const listenings: Listening[] = []
    kept.listenings = listenings
    const add = window.addEventListener.bind(window)
    window.addEventListener = (...listening: Listening) => {
      listenings.push(listening)
      add(...listening)
    }
  }
  for (const [type, listener, options] of kept.listenings.splice(0)) window.removeEventListener(type, listener, options)
}

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
  // The code editor measures its text.
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect ??= () => new DOMRect()
  // Virtual lists draw nothing in a box without size.
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: { configurable: true, get: () => 600 },
    offsetWidth: { configurable: true, get: () => 800 },
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 800 },
  })
}
