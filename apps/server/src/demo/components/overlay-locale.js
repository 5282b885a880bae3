/**
 * Joins local records to master products on their key, and gives one product for each of them. A local value wins, an
 * empty one leaves the master's; local attributes are added. A key that the master does not have is logged as an error.
 */
export function overlayLocale(ctx) {
  const masters = new Map(ctx.input.master.map((product) => [product.key, product]))
  const locale = ctx.rt_context.locale.label
  const filled = (value) => value !== undefined && value !== null && value !== ''
  const products = []
  for (const local of ctx.input.local) {
    const master = masters.get(local.key)
    if (master === undefined) {
      ctx.log.error(`${local.key} is not in the master catalogue`)
      continue
    }
    const { attributes, ...values } = local
    const own = Object.entries(values).filter(([, value]) => filled(value))
    const added = Object.entries(attributes ?? {}).filter(([, value]) => filled(value))
    products.push({
      ...master,
      ...Object.fromEntries(own),
      locale,
      attributes: { ...master.attributes, ...Object.fromEntries(added) },
    })
  }
  ctx.log.info(`${products.length} of ${ctx.input.local.length} local records found their product`)
  return { products }
}
