/** A plain property of rt_context that is read: not written, not called, not handed on whole. */
const reading =
  /^(?:\??\.[A-Za-z_$][\w$]*)+(?![\w$.?([`]|\s*(?:\(|\[|\+\+|--|=(?![=>])|(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])=))/

const changing = /(?:\+\+|--|\bdelete)\s*[\w$.]*$/

/**
 * Whether an author's text may change ctx.rt_context, which lasts for a run: then records must go through one process, in
 * their order. Errs on the side of yes, also where the whole of it is handed on.
 */
export function mayWriteContext(code: string): boolean {
  return [...code.matchAll(/(?<![\w$])rt_context(?![\w$])/g)].some(
    ({ index }) => changing.test(code.slice(0, index)) || !reading.test(code.slice(index + 'rt_context'.length)),
  )
}
