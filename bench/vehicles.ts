/** The job on real data: 46,839 vehicles of 84 columns (../shared/data/vehicles/epa-vehicles.csv). */
const whole = { type: 'integer' }
const number = { type: 'number', minimum: 0 }
const text = { type: 'string', maxLength: 200 }
const name = { type: 'string', minLength: 1, maxLength: 200 }
/** Empty for electric vehicles. */
const engine = { type: ['number', 'null'] }

export const vehicleInput = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['id', 'make', 'model', 'year', 'VClass'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    make: name,
    model: name,
    baseModel: text,
    VClass: name,
    year: { type: 'integer', minimum: 1980, maximum: 2050 },
    cylinders: engine,
    displ: engine,
    drive: text,
    trany: text,
    fuelType: name,
    fuelType1: name,
    fuelType2: text,
    city08: whole,
    highway08: whole,
    comb08: whole,
    co2TailpipeGpm: number,
    barrels08: number,
    fuelCost08: whole,
    youSaveSpend: whole,
    phevBlended: { type: 'boolean' },
    mpgData: text,
    createdOn: text,
    modifiedOn: text,
  },
}

export const vehicleOutput = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'year', 'fuels'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    title: { type: 'string', minLength: 1, maxLength: 400 },
    slug: { type: 'string', pattern: '^[a-z0-9-]*$' },
    make: name,
    model: name,
    class: name,
    year: { type: 'integer' },
    cylinders: engine,
    litres: engine,
    drive: text,
    gearbox: text,
    fuels: { type: 'array', items: { type: 'string' } },
    city_l: { type: 'number' },
    highway_l: { type: 'number' },
    co2_km: { type: 'integer', minimum: 0 },
    fuel_cost: whole,
    saving: whole,
    blended: { type: 'boolean' },
    modified: text,
  },
}

export const vehicleColumns: Record<string, string> = {
  id: 'integer',
  title: 'text',
  slug: 'text',
  make: 'text',
  model: 'text',
  class: 'text',
  year: 'integer',
  cylinders: 'numeric',
  litres: 'numeric',
  drive: 'text',
  gearbox: 'text',
  fuels: 'jsonb',
  city_l: 'numeric',
  highway_l: 'numeric',
  co2_km: 'integer',
  fuel_cost: 'integer',
  saving: 'integer',
  blended: 'boolean',
  modified: 'text',
}

export const vehicleBody = `
  const title = (row.year + ' ' + row.make + ' ' + row.model).trim()
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const litres = (mpg) => (mpg > 0 ? Math.round(23521.5 / mpg) / 100 : 0)
  const product = {
    id: row.id,
    title,
    slug,
    make: row.make,
    model: row.model,
    class: row.VClass,
    year: row.year,
    cylinders: row.cylinders ?? null,
    litres: row.displ ?? null,
    drive: row.drive,
    gearbox: row.trany,
    fuels: [row.fuelType1, row.fuelType2].filter((fuel) => fuel !== undefined && fuel !== ''),
    city_l: litres(row.city08),
    highway_l: litres(row.highway08),
    co2_km: Math.round(row.co2TailpipeGpm / 1.609344),
    fuel_cost: row.fuelCost08,
    saving: row.youSaveSpend,
    blended: row.phevBlended,
    modified: row.modifiedOn,
  }
`
