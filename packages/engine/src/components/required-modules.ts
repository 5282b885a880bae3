/**
 * Names in `require('…')` calls of an author's text. Only literal names are found; a computed name is refused when it
 * runs (MOD-007, D-140). Comments and strings are not parsed: a name in a comment counts, which errs on the safe side.
 */
export function findRequiredModules(code: string): string[] {
  const names = new Set<string>()
  for (const match of code.matchAll(/(?<![.\w$])require\s*\(\s*(['"`])((?:(?!\1)[^\\\n$])*)\1\s*\)/g)) {
    names.add(match[2] ?? '')
  }
  return [...names]
}
