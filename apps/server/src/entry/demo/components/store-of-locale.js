/** A store as it is listed: services without stray spaces, each once. */
export function storeOfLocale(ctx) {
  const { store } = ctx.input
  const services = [...new Set(store.services.map((service) => service.trim()))].filter((service) => service !== '')
  ctx.output = {
    listed: {
      id: store.id,
      locale: ctx.rt_context.locale.label,
      name: store.name,
      type: store.type,
      address: [store.address, store.address2].filter((line) => line).join(', '),
      city: store.city,
      state: store.state,
      zip: store.zip,
      location: store.location,
      services,
    },
  }
}
