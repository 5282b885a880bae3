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
