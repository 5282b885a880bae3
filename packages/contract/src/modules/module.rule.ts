/** An exact version such as 1.2.3 or 1.2.3-beta.1: no range, tag or address. */
export const isExactVersion = (text: string): boolean =>
  text.length <= 100 &&
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\da-z-]+(?:\.[\da-z-]+)*)?(?:\+[\da-z-]+(?:\.[\da-z-]+)*)?$/i.test(
    text,
  )

/** A name as npm takes it, with or without a scope: it can be no path, address or option. */
export const isModuleName = (text: string): boolean =>
  text.length <= 214 && /^(?:@[a-z\d~][a-z\d._~-]*\/)?[a-z\d~][a-z\d._~-]*$/.test(text)
