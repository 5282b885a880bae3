import type { CodeScope } from '../code-scope.ts'

/** What stands before and after an author's code, which is the body of a function of `ctx`. */
export function frameOf(kind: CodeScope['kind']): { head: string; tail: string } {
  const types = 'import("./ports")'
  const comment = `/** @this {void} @param {${types}.Ctx} ctx @returns {${types}.Returned} */`
  return { head: `(${comment} ${kind === 'instruction' ? 'async ' : ''}function (ctx) {"use strict";\n`, tail: '\n})' }
}
