/** Lines that one call answers, also where it asks for no limit; the rest is read on with `after`. */
export const maxLogPage = 10_000
