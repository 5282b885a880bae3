import { delimited } from './delimited.mjs'

const makes = [
  ['Aurore', 'aurore', ['E1', 'E3', 'Été']],
  ['Kestrel', 'kestrel', ['Swift', 'Glide']],
  ['Nordwind', 'nordwind', ['Fjörd', 'Brise', 'Kap']],
  ['Sertão', 'sertao', ['Ipê', 'Jequitibá']],
  ['Voltaic', 'voltaic', ['City', 'Cargo', 'Long']],
]
const slug = (text) =>
  text
    .normalize('NFD')
    .replaceAll(/[^\w ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '_')
const named = (name) => ({ slug: slug(name), name })
const markets = ['US', 'DE', 'BR']
const columns =
  'unique_code,make,model,year,trim,variant,vehicle_type,availability,pack_capacity_kwh_net,range_wltp_km,range_epa_km,dc_max_power_kw,msrp_amount,msrp_currency'.split(
    ',',
  )

function vehicles(rnd) {
  const made = []
  for (const [make, code, models] of makes) {
    for (const model of models) {
      for (const year of [2023, 2024, 2025]) {
        for (const trim of ['Base', 'Plus', 'Sport']) {
          if (rnd.chance(0.2)) continue
          const capacity = rnd.int(400, 1000) / 10
          const range = Math.round(capacity * (5 + rnd.int(0, 15) / 10))
          const power = rnd.int(80, 300)
          made.push({
            unique_code: `demo:${code}:${slug(model)}:${year}:${slug(trim)}`,
            schema_version: '1.0.0',
            make: { slug: code, name: make },
            model: named(model),
            vehicle_type: model === 'Cargo' ? 'van' : rnd.pick(['passenger_car', 'suv']),
            body: { style: rnd.pick(['sedan', 'hatchback', 'suv']), doors: rnd.pick([3, 5]), seats: rnd.int(4, 7) },
            year,
            trim: named(trim),
            ...(rnd.chance(0.3) ? { variant: { ...named('Long Range'), kind: 'range_upgrade' } } : {}),
            markets: markets.filter(() => rnd.chance(0.7)),
            availability: { status: year === 2023 ? 'discontinued' : 'production', start_year: year },
            powertrain: {
              drivetrain: rnd.pick(['fwd', 'rwd', 'awd']),
              system_power_kw: power,
              system_torque_nm: power * 2,
            },
            battery: {
              chemistry: rnd.pick(['li-ion', 'lfp']),
              pack_capacity_kwh_gross: Math.round(capacity * 1.06 * 10) / 10,
              pack_capacity_kwh_net: capacity,
            },
            charge_ports: [{ kind: 'combo', connector: rnd.pick(['ccs2', 'ccs1', 'nacs']) }],
            charging: { ac: { max_power_kw: 11 }, dc: { max_power_kw: rnd.pick([100, 150, 240]) } },
            range: {
              rated: [
                { cycle: 'wltp', range_km: range },
                ...(rnd.chance(0.4) ? [{ cycle: 'epa', range_km: Math.round(range * 0.88) }] : []),
              ],
            },
            sources: [
              {
                type: 'oem',
                title: `${make} ${model} ${year}`,
                url: `https://${code}.example/${slug(model)}`,
                accessed_at: '2025-01-15T00:00:00Z',
              },
            ],
          })
        }
      }
    }
  }
  return made
}

const market = (rnd, all, country, currency) =>
  all
    .filter((vehicle) => vehicle.markets.includes(country))
    .map((vehicle) => {
      const priced = rnd.chance(0.3)
      const rated = (cycle) => vehicle.range.rated.find((entry) => entry.cycle === cycle)?.range_km
      return {
        unique_code: vehicle.unique_code,
        make: vehicle.make.name,
        model: vehicle.model.name,
        year: vehicle.year,
        trim: vehicle.trim.name,
        variant: vehicle.variant?.name,
        vehicle_type: vehicle.vehicle_type,
        availability: vehicle.availability.status,
        pack_capacity_kwh_net: vehicle.battery.pack_capacity_kwh_net,
        range_wltp_km: rated('wltp'),
        range_epa_km: rated('epa'),
        dc_max_power_kw: vehicle.charging.dc.max_power_kw,
        msrp_amount: priced ? rnd.price(24_000, 90_000) : undefined,
        msrp_currency: priced ? currency : undefined,
      }
    })

/** A vehicle as its parts are kept before they are merged: each alone lacks what the others bring. */
function layers(all) {
  const keys = ['make', 'model', 'year', 'trim', 'battery', 'range', 'charging', 'powertrain']
  return all.slice(0, 30).flatMap((vehicle, index) => {
    if (index % 10 === 0) return [vehicle]
    const { make, model, schema_version: version } = vehicle
    return [
      { schema_version: version, make, model },
      Object.fromEntries(keys.slice(index % 4, (index % 4) + 4).map((key) => [key, vehicle[key]])),
    ]
  })
}

const lines = (records) => Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))

/** The vehicles master, its unmerged layers, and the files of three markets. */
export function evFiles(rnd) {
  const all = vehicles(rnd)
  return {
    'ev-master.ndjson': lines(all),
    'ev-layers-raw.ndjson': lines(layers(all)),
    'ev-en-US.csv': delimited(columns, market(rnd, all, 'US', 'USD'), { delimiter: ',', newline: '\n' }),
    'ev-de-DE.csv': delimited(columns, market(rnd, all, 'DE', 'EUR'), {
      delimiter: ';',
      newline: '\r\n',
      decimal: ',',
      encoding: 'latin1',
    }),
    'ev-pt-BR.tsv': delimited(columns, market(rnd, all, 'BR', 'BRL'), {
      delimiter: '\t',
      newline: '\r\n',
      decimal: ',',
      bom: true,
    }),
  }
}
