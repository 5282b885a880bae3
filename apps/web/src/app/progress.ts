import nprogress from 'nprogress'

// The template of the library gives the bar a role that does not exist.
const template = '<div class="bar"><div class="peg"></div></div>'
nprogress.configure({ showSpinner: false, trickleSpeed: 120, minimum: 0.12, template, barSelector: '.bar' })

/** The 2 px line over the page, on every navigation (NAV-032). */
export const progress = { start: () => void nprogress.start(), done: () => void nprogress.done() }
