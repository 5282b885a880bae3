/** One reading of one file in a process of its own: `node read-once.ts <reader> <file>` prints what it cost. */
import { formatReaders } from './format-readers.ts'

const [reader = '', file = ''] = process.argv.slice(2)
const read = formatReaders[reader]
if (read === undefined) throw new Error(`there is no reader ${reader}`)
const cpu = process.cpuUsage()
const started = performance.now()
const records = await read(file)
const ms = performance.now() - started
const { user, system } = process.cpuUsage(cpu)
process.stdout.write(
  JSON.stringify({ records, ms, cpuMs: (user + system) / 1000, peakMiB: process.resourceUsage().maxRSS / 1024 }),
)
