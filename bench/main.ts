/**
 * npm run bench [-- <names>]: measures the product against a straight-line floor in the same run, and more. Prints one
 * line per figure: `bench <name> <value> <unit>`. Without names: all but the long ones.
 * BENCH_ROWS and BENCH_RUNS change the defaults 100000 and 5.
 */
import { measureAgainstFloor } from './against-floor.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { measureChained, measureTogether } from './several.ts'
import { measureApp } from './app.ts'
import { measureEndpoint } from './endpoint.ts'
import { measureLiveLogs } from './live-logs.ts'
import { ownParts } from './own-parts.ts'
import { measureFormats, measureFormatSizes } from './formats.ts'
import { findings, sizes } from './sizes.ts'
import { measureSecondStart } from './start-time.ts'
import { measureAbort, measureJobStart, measureRetry } from './starts.ts'

/** Measures that need the whole product, in the order in which they run. */
const ofServer: Record<string, (server: BenchServer) => Promise<void>> = {
  import: (server) => measureAgainstFloor(server, 'products'),
  vehicles: (server) => measureAgainstFloor(server, 'vehicles'),
  chained: measureChained,
  together: measureTogether,
  start: measureJobStart,
  abort: measureAbort,
  retry: measureRetry,
}
const byThemselves: Record<string, () => Promise<void>> = {
  'second-start': measureSecondStart,
  sizes: () => sizes(),
  findings,
  formats: measureFormats,
  'format-sizes': measureFormatSizes,
  'live-logs': measureLiveLogs,
  app: measureApp,
  'own-parts': ownParts,
  'endpoint-ratio': measureEndpoint,
}
const long = ['sizes', 'findings', 'formats', 'format-sizes', 'live-logs', 'app', 'own-parts', 'endpoint-ratio']

const known = [...Object.keys(byThemselves), ...Object.keys(ofServer)]
const asked = process.argv.slice(2)
const strange = asked.filter((name) => !known.includes(name))
if (strange.length > 0) {
  console.error(`There is no measure called ${strange.join(', ')}; there are ${known.join(', ')}`)
  process.exit(1)
}
const names = asked.length > 0 ? asked : known.filter((name) => !long.includes(name))

for (const [name, measure] of Object.entries(byThemselves)) if (names.includes(name)) await measure()
if (Object.keys(ofServer).some((name) => names.includes(name))) {
  const server = await startBenchServer()
  try {
    for (const [name, measure] of Object.entries(ofServer)) if (names.includes(name)) await measure(server)
  } finally {
    await server.close()
  }
}
