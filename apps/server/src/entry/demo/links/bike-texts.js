/** Rows of a local bikes file as Overlay locale takes them: texts and price on top, the rest as attributes. */
export function bikeTexts(ctx) {
  const currency = { BR: 'BRL', GB: 'GBP', US: 'USD' }[ctx.rt_context.locale.country] ?? 'EUR'
  ctx.output = ctx.input.map((row) => ({
    key: row.key,
    name: row.name,
    description: row.description,
    price: row.price,
    currency: row.price === undefined ? undefined : currency,
    attributes: {
      category: row.category,
      subcategory: row.subcategory,
      weight: row.weight,
      availableFrom: row.start_date,
    },
  }))
}
