/** One row of the fuel economy registry with the columns that shops use, and its date as ISO text. */
export function registryRow(ctx) {
  const { row } = ctx.input
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  // 'Tue Jan 01 00:00:00 EST 2013'
  const isoDate = (text) => {
    const parts = String(text ?? '').match(/^\w{3} (\w{3}) (\d\d) [\d:]{8} \w+ (\d{4})$/)
    const month = parts === null ? 0 : months.indexOf(parts[1]) + 1
    return month === 0 ? undefined : `${parts[3]}-${String(month).padStart(2, '0')}-${parts[2]}`
  }
  // 'NA' stands for an unknown number in a few rows.
  const number = (text) => (text === '' || Number.isNaN(Number(text)) ? undefined : Number(text))
  ctx.output = {
    vehicle: {
      id: row.id,
      locale: ctx.rt_context.locale.label,
      make: row.make,
      model: row.model,
      year: row.year,
      class: row.VClass,
      drive: row.drive,
      transmission: row.trany,
      fuel: row.fuelType,
      cylinders: number(row.cylinders),
      displacement: number(row.displ),
      city_mpg: row.city08,
      highway_mpg: row.highway08,
      combined_mpg: row.comb08,
      listed_on: isoDate(row.createdOn),
    },
  }
}
