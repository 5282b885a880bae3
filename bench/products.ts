/**
 * Seeded product records for the benchmarks: the same seed gives the same bytes on every machine.
 * 100,000 rows of 15 columns come to 19.93 MiB; about 1 in 100 breaks the schema of `products.schema.ts`.
 */
export const columns = [
  'sku',
  'ean',
  'name',
  'brand',
  'category',
  'description',
  'price',
  'currency',
  'stock',
  'weight_kg',
  'color',
  'active',
  'url',
  'updated_at',
  'locale',
] as const

export type Product = Record<(typeof columns)[number], string | number | boolean>

const words =
  'bench Regal lámpara fauteuil cushion Größe natural linen walnut foldable indoor outdoor series compact light "studio" travel kids office mat eco krzesło mesa 棚 テーブル cotton slim heavy duty'.split(
    ' ',
  )
const brands = ['Falken', 'Moritz & Söhne', 'Maison Éclat', 'Hinode', 'Pine, Birch & Co', 'Wisła', 'Plainline', 'Lumo']
const categories = [
  'Home > Chairs',
  'Home > Tables',
  'Office > Desks',
  'Garden > Sets',
  'Kids > Beds',
  'Storage; Shelves',
]
const colors = ['red', 'blue', 'green', 'black', 'white', 'grey', 'oak', 'walnut']
const currencies = ['EUR', 'USD', 'GBP', 'PLN', 'JPY']
const locales = ['fr-FR', 'de-DE', 'en-GB', 'pl-PL', 'ja-JP', 'es-ES']
const firstDay = Date.UTC(2025, 0, 1)

/** mulberry32: small, seeded, good enough for test data. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const quote = (value: string | number | boolean): string => {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One CSV line with its line break. */
export const csvLine = (product: Product): string => `${columns.map((column) => quote(product[column])).join(',')}\n`

/** `count` records whose lines average `bytesPerRow` bytes: the description takes up what is left. */
export function* products(count: number, seed = 7, bytesPerRow = 209): Generator<Product> {
  const next = random(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const text = (length: number, breaks: boolean): string => {
    let out = ''
    while (out.length < length) out += (out === '' ? '' : breaks && next() < 0.04 ? ',\n' : ' ') + pick(words)
    return out
  }
  let used = 0
  for (let i = 0; i < count; i++) {
    const day = new Date(firstDay + Math.floor(next() * 60_480_000) * 1000)
    const product: Product = {
      sku: `SKU-${String(i).padStart(7, '0')}`,
      ean: String(Math.floor(next() * 1e13)).padStart(13, '0'),
      name: text(14 + next() * 14, false),
      brand: pick(brands),
      category: pick(categories),
      description: '',
      price: Math.round(next() * 99_900 + 100) / 100,
      currency: pick(currencies),
      stock: Math.floor(next() * 5000),
      weight_kg: Math.round(next() * 50_000) / 1000,
      color: pick(colors),
      active: next() < 0.8,
      url: `https://shop.example.com/p/${i.toString(36)}`,
      updated_at: day.toISOString().replace('.000', ''),
      locale: pick(locales),
    }
    const fault = next()
    if (fault < 0.004) product.price = -Number(product.price)
    else if (fault < 0.006) product.ean = 'n/a'
    else if (fault < 0.008) product.updated_at = 'yesterday'
    else if (fault < 0.01) product.currency = 'XXX'
    const room = bytesPerRow * (i + 1) - used - Buffer.byteLength(csvLine(product))
    product.description = text(Math.max(6, room * (0.75 + next() * 0.4)), true)
    used += Buffer.byteLength(csvLine(product))
    yield product
  }
}
