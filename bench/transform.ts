/**
 * What the benchmark does to one row, as source text: the floor runs it natively, the product as the code of an
 * instruction inside a forEach. `row` in, product out.
 */
export const transformBody = `
  const title = (row.brand + ' ' + row.name).trim()
  const slug = title.normalize('NFD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const product = {
    sku: row.sku,
    ean: row.ean,
    title,
    slug,
    brand: row.brand,
    category_path: row.category.split(/ ?[>;] ?/),
    description: row.description.replace(/\\s+/g, ' '),
    price_cents: Math.round(row.price * 100),
    currency: row.currency,
    stock: row.stock,
    weight_g: Math.round(row.weight_kg * 1000),
    color: row.color,
    active: row.active,
    url: row.url,
    updated_at: row.updated_at,
    locale: row.locale,
  }
`

/** The same work in five steps, each with its part; records go from hand to hand. */
export const chainedSteps = [
  {
    name: 'title',
    from: 'row',
    to: 'row',
    code: `const { row } = ctx.input
  ctx.output = { row: { ...row, title: (row.brand + ' ' + row.name).trim() } }`,
  },
  {
    name: 'slug',
    from: 'row',
    to: 'row',
    code: `const { row } = ctx.input
  row.slug = row.title.normalize('NFD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  ctx.output = { row }`,
  },
  {
    name: 'texts',
    from: 'row',
    to: 'row',
    code: `const { row } = ctx.input
  row.description = row.description.replace(/\\s+/g, ' ')
  row.category_path = row.category.split(/ ?[>;] ?/)
  ctx.output = { row }`,
  },
  {
    name: 'numbers',
    from: 'row',
    to: 'row',
    code: `const { row } = ctx.input
  row.price_cents = Math.round(row.price * 100)
  row.weight_g = Math.round(row.weight_kg * 1000)
  ctx.output = { row }`,
  },
  {
    name: 'product',
    from: 'row',
    to: 'product',
    code: `const { row } = ctx.input
  const { sku, ean, title, slug, brand, category_path, description, price_cents, currency, stock, weight_g } = row
  const { color, active, url, updated_at, locale } = row
  ctx.output = {
    product: {
      sku, ean, title, slug, brand, category_path, description, price_cents,
      currency, stock, weight_g, color, active, url, updated_at, locale,
    },
  }`,
  },
]
