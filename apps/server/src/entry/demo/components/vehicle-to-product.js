/** One vehicle of the open data set as a product. Local names and prices are laid over it later. */
export function vehicleToProduct(ctx) {
  const { vehicle } = ctx.input
  if (vehicle.unique_code === undefined) throw new Error('The vehicle has no unique_code, by which it is found again')
  const name = [vehicle.make, vehicle.model, vehicle.trim, vehicle.variant]
    .map((part) => part?.name)
    .filter((part) => part !== undefined && part !== 'Base')
    .join(' ')
  const range = (cycle) => vehicle.range.rated.find((entry) => entry.cycle === cycle)?.range_km
  ctx.output = {
    product: {
      key: vehicle.unique_code,
      locale: ctx.rt_context.locale.label,
      brand: vehicle.make.name,
      name,
      description: `${name}, model year ${vehicle.year}`,
      attributes: {
        type: vehicle.vehicle_type,
        year: vehicle.year,
        drivetrain: vehicle.powertrain.drivetrain,
        powerKw: vehicle.powertrain.system_power_kw,
        batteryKwh: vehicle.battery.pack_capacity_kwh_net ?? vehicle.battery.pack_capacity_kwh_gross,
        connectors: vehicle.charge_ports.map((port) => port.connector),
        rangeWltpKm: range('wltp'),
        rangeEpaKm: range('epa'),
        seats: vehicle.body?.seats,
      },
    },
  }
}
