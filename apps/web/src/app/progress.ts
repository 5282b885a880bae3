import nprogress from 'nprogress'

nprogress.configure({ showSpinner: false, trickleSpeed: 120, minimum: 0.12 })

/** The 2 px line over the page, on every navigation (NAV-032). */
export const progress = { start: () => void nprogress.start(), done: () => void nprogress.done() }
