/** Code of a link left empty (CMP-027, D-132). */
export const defaultLinkCode = 'ctx.output = ctx.input;'
/** Test payload and context left empty (CMP-020). */
export const emptyObjectText = '{}'
