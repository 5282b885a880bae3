/**
 * The functions out of a text of code that another text calls, and those that they call, in their order. They stand at
 * the beginning of a line, behind an empty one, with the comment above them.
 */
export function functionsFor(caller: string, code: string): string {
  const functions = code
    .trim()
    .split(/\n\n(?=\/\*\*|(?:export )?function)/)
    .flatMap((text) => {
      const name = /^(?:export )?function (\w+)\(/m.exec(text)?.[1]
      return name === undefined ? [] : [{ name, text: text.replace(/^export function/m, 'function') }]
    })
  const wanted = new Set<string>()
  const want = (text: string) => {
    for (const { name } of functions) if (new RegExp(`\\b${name}\\b[(,)]`).test(text)) wanted.add(name)
  }
  want(caller)
  // Called ones may come before or after their callers.
  for (let before = 0; before < wanted.size; ) {
    before = wanted.size
    for (const { name, text } of functions) if (wanted.has(name)) want(text)
  }
  return functions
    .filter(({ name }) => wanted.has(name))
    .map(({ text }) => text)
    .join('\n\n')
}
