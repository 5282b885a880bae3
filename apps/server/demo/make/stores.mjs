const services = ['Repairs', 'Pickup ', 'Recycling', 'Hablamos Español', 'Gift wrapping', 'Trade-in']
const cities = [
  ['Boston', 'MA', '02108'],
  ['Newark', 'NJ', '07102'],
  ['Tempe', 'AZ', '85281'],
  ['Omaha', 'NE', '68102'],
  ['Fargo', 'ND', '58102'],
  ['Miami', 'FL', '33101'],
]
/** Stores whose zip went wrong on its way: one leading zero lost, one of the long form. */
const broken = { 17: '2108', 58: '7102', 91: '55425-1234' }

/** A JSON list on one line, with an object and a list in each store. */
export function storesFile(rnd) {
  const stores = Array.from({ length: 120 }, (_, index) => {
    const [city, state, zip] = rnd.pick(cities)
    return {
      id: 1000 + index,
      type: rnd.pick(['BigBox', 'Mobile', 'Express']),
      name: `${city} ${rnd.pick(['Mall', 'Market', 'Center', 'Plaza'])} ${index + 1}`,
      address: `${rnd.int(1, 9900)} ${rnd.pick(['Main', 'Oak', 'Lake'])} St`,
      address2: rnd.chance(0.1) ? null : '',
      city,
      state,
      zip: broken[index] ?? zip,
      location: { lat: rnd.int(250_000, 480_000) / 10_000, lon: -rnd.int(700_000, 1_220_000) / 10_000 },
      hours: 'Mon: 10-9; Tue: 10-9; Wed: 10-9; Thurs: 10-9; Fri: 10-10; Sat: 10-10; Sun: 11-7',
      services: services.filter(() => rnd.chance(0.6)),
    }
  })
  return { 'bestbuy-stores.json': Buffer.from(JSON.stringify(stores)) }
}
