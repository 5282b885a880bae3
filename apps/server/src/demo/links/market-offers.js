/** Rows of a market file as Overlay locale takes them: the local name, price and range of a vehicle. */
export function marketOffers(ctx) {
  const shown = (part) => part !== undefined && part !== '' && part !== 'Base'
  ctx.output = ctx.input.map((row) => ({
    key: row.unique_code,
    name: [row.make, row.model, row.trim, row.variant].filter(shown).join(' '),
    price: row.msrp_amount,
    currency: row.msrp_amount === undefined ? undefined : row.msrp_currency,
    attributes: {
      availability: row.availability,
      batteryKwh: row.pack_capacity_kwh_net,
      rangeWltpKm: row.range_wltp_km,
      rangeEpaKm: row.range_epa_km,
      chargingKw: row.dc_max_power_kw,
    },
  }))
}
