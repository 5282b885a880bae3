/** Names local records whose key the master does not have. They are left out, which is not a fault of the run. */
export function reportUnknownKeys(ctx) {
  for (const { key } of ctx.input.records) ctx.log.error(`${key} is not in the master catalogue`)
}
