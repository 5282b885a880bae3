/** One figure: `bench <name> <value> <unit>`. */
export const report = (name: string, value: number, unit: string, digits = 0): void =>
  console.log(`bench ${name} ${value.toFixed(digits)} ${unit}`)

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** BENCH_ROWS and BENCH_RUNS change the defaults. */
export const rows = Number(process.env.BENCH_ROWS ?? 100_000)
export const runs = Number(process.env.BENCH_RUNS ?? 5)
