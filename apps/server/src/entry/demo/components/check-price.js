/** One price as shops take it: rounded to the smallest coin of its currency. */
export function checkPrice(ctx) {
  const { unique_code, amount, currency } = ctx.input.price
  const digits = { JPY: 0, KRW: 0 }[currency] ?? 2
  // 1.005 is a little less than it looks; as a text it is not.
  const rounded = Number(`${Math.round(Number(`${amount}e${digits}`))}e-${digits}`)
  if (rounded !== amount) ctx.log.warn(`${unique_code}: ${amount} is rounded to ${rounded} ${currency}`)
  ctx.output = { price: { unique_code, amount: rounded, currency } }
}
