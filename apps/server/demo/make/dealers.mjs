import { workbook } from './workbook.mjs'

const columns =
  'ResellerAlternateKey,ResellerName,BusinessType,AddressLine1,AddressLine2,City,StateProvinceCode,PostalCode,CountryRegionCode,EnglishCountryRegionName,FrenchCountryRegionName,Phone,ProductLine,NumberEmployees,YearOpened,FirstOrderYear,LastOrderYear,AnnualSales,AnnualRevenue'.split(
    ',',
  )
const countries = {
  US: [
    'United States',
    'États-Unis',
    60,
    [
      ['Boston', 'MA', '02108'],
      ['Austin', 'TX', '78701'],
      ['Newark', 'NJ', '07102'],
    ],
  ],
  CA: [
    'Canada',
    'Canada',
    20,
    [
      ['Montréal', 'QC', 'H1Y 2H5'],
      ['Ottawa', 'ON', 'K4B 1S1'],
    ],
  ],
  AU: [
    'Australia',
    'Australie',
    12,
    [
      ['Darwin', 'NT', '0800'],
      ['Perth', 'WA', '6000'],
    ],
  ],
  DE: [
    'Germany',
    'Allemagne',
    18,
    [
      ['Dresden', 'SN', '01067'],
      ['München', 'BY', '80074'],
      ['Köln', 'NW', '50667'],
    ],
  ],
  FR: [
    'France',
    'France',
    15,
    [
      ['Nice', '06', '06000'],
      ['Lyon', '69', '69002'],
      ['Orléans', '45', '45000'],
    ],
  ],
  GB: [
    'United Kingdom',
    'Royaume-Uni',
    12,
    [
      ['Leeds', 'ENG', 'LS1 4DY'],
      ['Oxford', 'OX', 'OX1'],
    ],
  ],
}

/** A workbook of two sheets: dealers, postal codes as text, and the territories they lie in. */
export async function dealersFile(rnd) {
  const names = ['Wheel', 'Chain', 'Saddle', 'Spoke', 'Pedal', 'Bell', 'Lantern', 'Summit', 'Harbour', 'Meadow']
  const rows = []
  for (const [code, [english, french, count, cities]] of Object.entries(countries)) {
    for (let n = 0; n < count; n++) {
      const [city, state, postal] = rnd.pick(cities)
      const sales = rnd.int(3, 30) * 100_000
      const opened = rnd.int(1970, 2015)
      rows.push([
        `DM${String(rows.length + 1).padStart(8, '0')}`,
        `${rnd.pick(names)} ${rnd.pick(['Bikes', 'Cycles', '& Sons', 'Sports', 'Vélo'])} ${rows.length + 1}`,
        rnd.pick(['Value Added Reseller', 'Specialty Bike Shop', 'Warehouse']),
        `${rnd.int(1, 9999)} ${rnd.pick(['Elm', 'Station', 'Market', 'River'])} Street`,
        rnd.chance(0.2) ? `Suite ${rnd.int(1, 40)}` : '',
        city,
        state,
        postal,
        code,
        english,
        french,
        `${rnd.int(100, 999)}-555-01${rnd.int(10, 99)}`,
        rnd.pick(['Road', 'Mountain', 'Touring']),
        rnd.int(2, 90),
        opened,
        opened + rnd.int(1, 5),
        2025,
        sales,
        sales / 10,
      ])
    }
  }
  const territories = Object.entries(countries).map(([code, [english]]) => [code, english])
  return {
    'bikes-dealers.xlsx': await workbook([
      { name: 'Dealers', rows: [columns, ...rows] },
      { name: 'Territories', rows: [['CountryRegionCode', 'Territory'], ...territories] },
    ]),
  }
}
