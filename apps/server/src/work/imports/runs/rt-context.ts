import type { RunDefinition } from '../../../documents/pipelines/pipelines.types.ts'

/** ctx.rt_context of a run of a pipeline; `now`: ISO instant at which the clock of its code stands. */
export const rtContextOf = ({ pipeline, item }: RunDefinition, now: string, timeZone: string) => ({
  pipeline: { name: pipeline.name, version: pipeline.version },
  locale: item.locale,
  brand: item.brand,
  productLine: item.productLine,
  datakind: item.datakind,
  now,
  timeZone,
  settings: {},
})
