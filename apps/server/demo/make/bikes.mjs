import { delimited } from './delimited.mjs'

const kinds = [
  {
    code: 'BK-R',
    line: 'R',
    group: ['Bikes', 'Vélo', 'Bicicleta'],
    kind: ['Road Bikes', 'Vélo de route', 'Bicicleta de carretera'],
    names: ['Mistral', 'Levant', 'Tramontane'],
    words: ['road bike', 'vélo de route', 'Rennrad', 'bicicleta de carretera'],
    price: [700, 3200],
    sizes: ['44', '48', '52', '56'],
  },
  {
    code: 'BK-M',
    line: 'M',
    group: ['Bikes', 'Vélo', 'Bicicleta'],
    kind: ['Mountain Bikes', 'VTT', 'Bicicleta de montaña'],
    names: ['Chamois', 'Ibex', 'Marmot'],
    words: ['mountain bike', 'VTT', 'Mountainbike', 'bicicleta de montaña'],
    price: [600, 3400],
    sizes: ['38', '42', '46'],
  },
  {
    code: 'FR-R',
    line: 'R',
    group: ['Components', 'Composant', 'Componente'],
    kind: ['Road Frames', 'Cadre de vélo de route', 'Cuadro de carretera'],
    names: ['Feather', 'Anvil'],
    words: ['frame', 'cadre', 'Rahmen', 'cuadro'],
    price: [200, 1400],
    sizes: ['44', '52', '58'],
  },
  {
    code: 'HL-U',
    line: 'S',
    group: ['Accessories', 'Accessoire', 'Accesorio'],
    kind: ['Helmets', 'Casque', 'Casco'],
    names: ['Shell', 'Dome'],
    words: ['helmet', 'casque', 'Helm', 'casco'],
    price: [25, 120],
    sizes: ['M', 'L'],
  },
  {
    code: 'GL-H',
    line: 'S',
    group: ['Clothing', 'Vêtements', 'Prenda'],
    kind: ['Gloves', 'Gants', 'Guantes'],
    names: ['Grip', 'Breeze'],
    words: ['gloves', 'gants', 'Handschuhe', 'guantes'],
    price: [15, 60],
    sizes: ['S', 'M', 'L'],
  },
]
const colors = [
  ['Red', 'rouge', 'rot', 'rojo', 'R'],
  ['Black', 'noir', 'schwarz', 'negro', 'B'],
  ['Silver', 'argent', 'silber', 'plata', 'S'],
  ['Blue', 'bleu', 'blau', 'azul', 'U'],
]
const upper = (text) => text[0].toUpperCase() + text.slice(1)

const masterColumns =
  'ProductKey,ProductAlternateKey,EnglishProductName,ModelName,EnglishDescription,ProductSubcategoryKey,EnglishProductSubcategoryName,EnglishProductCategoryName,ProductLine,Class,Style,Color,Size,SizeRange,SizeUnitMeasureCode,Weight,WeightUnitMeasureCode,StandardCost,ListPrice,DealerPrice,FinishedGoodsFlag,SafetyStockLevel,ReorderPoint,DaysToManufacture,StartDate,EndDate,Status'.split(
    ',',
  )
const date = {
  iso: ([y, m, d]) => `${y}-${m}-${d}`,
  french: ([y, m, d]) => `${d}/${m}/${y}`,
  german: ([y, m, d]) => `${d}.${m}.${y}`,
}

/** What the shop sells today: every combination of model, colour and size, without a few. */
function assortment(rnd) {
  const products = []
  for (const [group, kind] of kinds.entries()) {
    for (const [model, name] of kind.names.entries()) {
      for (const color of colors) {
        for (const size of kind.sizes) {
          if (rnd.chance(0.15)) continue
          const price = rnd.price(...kind.price)
          products.push({
            group,
            kind,
            model: name,
            color,
            size,
            price,
            key: `${kind.code}${model + 1}${color[4]}-${size}`,
            weight: rnd.chance(0.3) ? undefined : rnd.int(20, 1500) / 100,
            started: rnd.pick([
              ['2023', '07', '01'],
              ['2024', '03', '15'],
              ['2025', '02', '01'],
            ]),
          })
        }
      }
    }
  }
  return products
}

/** Master rows: parts nobody sells, older versions that ended, and one current row for each product. */
function masterRows(rnd, products) {
  const rows = []
  const add = (row) => rows.push({ ProductKey: rows.length + 1, Color: 'NA', SizeRange: 'NA', ...row })
  for (const [index, part] of ['Ball Bearing', 'Blade', 'Chain Link', 'Crown Race', 'Flat Washer'].entries()) {
    add({
      ProductAlternateKey: `PT-${1000 + index * 37}`,
      EnglishProductName: part,
      FinishedGoodsFlag: 0,
      SafetyStockLevel: 1000,
      ReorderPoint: 750,
      DaysToManufacture: 0,
      StartDate: '2020-07-01',
      Status: 'Current',
    })
  }
  for (const product of products) {
    const { kind, color } = product
    const row = {
      ProductAlternateKey: product.key,
      EnglishProductName: `${product.model} ${color[0]}, ${product.size}`,
      ModelName: product.model,
      EnglishDescription: `A ${kind.words[0]} for every day; light, quiet and made to be repaired.`,
      ProductSubcategoryKey: product.group + 1,
      EnglishProductSubcategoryName: kind.kind[0],
      EnglishProductCategoryName: kind.group[0],
      ProductLine: kind.line,
      Class: rnd.pick(['L', 'M', 'H']),
      Style: 'U',
      Color: color[0],
      Size: product.size,
      SizeRange: `${product.size} CM`,
      SizeUnitMeasureCode: 'CM',
      Weight: product.weight,
      WeightUnitMeasureCode: product.weight === undefined ? '' : 'LB',
      FinishedGoodsFlag: 1,
      SafetyStockLevel: rnd.pick([4, 100, 500]),
      ReorderPoint: rnd.pick([3, 75, 375]),
      DaysToManufacture: rnd.int(0, 4),
    }
    const prices = (price) => ({
      StandardCost: Math.round(price * 5500) / 10_000,
      ListPrice: price,
      DealerPrice: Math.round(price * 6000) / 10_000,
    })
    if (rnd.chance(0.25)) {
      add({ ...row, ...prices(Math.round(product.price * 90) / 100), StartDate: '2022-07-01', EndDate: '2023-06-30' })
    }
    add({ ...row, ...prices(product.price), StartDate: date.iso(product.started), Status: 'Current' })
  }
  return rows
}

/**
 * One local file: `gaps` of its texts are missing, which is what a validation is for.
 * @param {(product: any) => Record<string, unknown>} texts
 */
const local = (rnd, products, gaps, texts, dated) =>
  products.map((product) => ({
    ProductAlternateKey: product.key,
    ...texts(product, rnd.chance(gaps)),
    Weight: product.weight,
    ListPrice: rnd.chance(0.02) ? undefined : product.price,
    DealerPrice: Math.round(product.price * 6000) / 10_000,
    StartDate: dated?.(product.started),
    Status: 'Current',
  }))

/** The bikes master and three local files. */
export function bikesFiles(rnd) {
  const products = assortment(rnd)
  const sold = products.filter(() => rnd.chance(0.8))
  const french = local(
    rnd,
    sold,
    0.2,
    ({ kind, model, color, size }, gap) => ({
      FrenchProductName: gap ? '' : `${upper(kind.words[1])} ${model} ${color[1]}, ${size}`,
      FrenchDescription: `Conçu pour l'usage quotidien ; léger, silencieux et réparable à l'infini.`,
      FrenchProductSubcategoryName: kind.kind[1],
      FrenchProductCategoryName: kind.group[1],
    }),
    date.french,
  )
  const german = local(
    rnd,
    sold,
    0,
    ({ model, color, kind }) => ({
      ModelName: `${model} ${color[2]}`,
      GermanDescription: `${upper(kind.words[2])} für jeden Tag; leicht, geräuschlos und immer wieder zu reparieren.`,
    }),
    date.german,
  )
  german[41].GermanDescription = ''
  const spanish = local(rnd, sold, 0.45, ({ kind, model, color, size }, gap) => ({
    SpanishProductName: gap ? '' : `${upper(kind.words[3])} ${model} ${color[3]}, ${size}`,
    SpanishDescription: 'Para cada día: ligera, silenciosa y hecha para durar más de una década.',
    SpanishProductSubcategoryName: kind.kind[2],
    SpanishProductCategoryName: kind.group[2],
  }))
  const tail = ['Weight', 'ListPrice', 'DealerPrice', 'StartDate', 'Status']
  const columns = (language, parts) => [
    'ProductAlternateKey',
    ...['ProductName', 'Description', 'ProductSubcategoryName', 'ProductCategoryName'].map((name) => language + name),
    ...parts,
  ]
  return {
    'bikes-master-en.csv': delimited(masterColumns, masterRows(rnd, products), { delimiter: ',', newline: '\r\n' }),
    'bikes-fr-FR.csv': delimited(columns('French', tail), french, {
      delimiter: ';',
      newline: '\r\n',
      decimal: ',',
      encoding: 'latin1',
    }),
    'bikes-de-DE.csv': delimited(['ProductAlternateKey', 'ModelName', 'GermanDescription', ...tail], german, {
      delimiter: ';',
      newline: '\r\n',
      decimal: ',',
      bom: true,
    }),
    'bikes-es-ES.tsv': delimited(columns('Spanish', ['Weight', 'ListPrice', 'Status']), spanish, {
      delimiter: '\t',
      newline: '\n',
    }),
  }
}
