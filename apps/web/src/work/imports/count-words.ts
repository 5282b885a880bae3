import type { Import, RunCounts } from '@millrace/contract'
import { formatCount } from '../../ui/format.ts'

type Ended = Pick<Import, 'counts' | 'ranWith' | 'state'>
type Named = [name: string, count: RunCounts]

/**
 * Why so many records came out of a completed import, in sentences: what was read, what was left out on the way in, what
 * the component made of the rest, what was left out on the way out and what was merged by key. Only what the counts say;
 * none where there is nothing to count, and none of an import that has not come to its end.
 */
export function explainCounts({ counts, ranWith, state }: Ended): string[] {
  const sources = Object.entries(counts.sources)
  const sinks = Object.entries(counts.sinks)
  if (state !== 'completed' || sources.length === 0 || sinks.length === 0) return []
  const component = ranWith === null ? 'The component' : `The component ${ranWith.component.name}`
  const passed = sum(sources, ({ written }) => written)
  const isRest = sources.some(([, { rejected }]) => rejected > 0)
  return [
    readWords(sources),
    ...sources.flatMap(([name, { rejected }]) => leftOutWords(name, rejected)),
    ...[...Map.groupBy(sinks, ([, { read }]) => read)].map(([arrived, alike]) =>
      componentWords(alike, arrived, { component, passed, isRest, sources: sources.length }),
    ),
    ...sinks.flatMap(sinkWords),
  ]
}

/** '803 records were read: 606 of catalogue, 197 of local.' */
function readWords(sources: readonly Named[]): string {
  const total = sum(sources, ({ read }) => read)
  const [[name] = [''], ...more] = sources
  if (more.length === 0) return `${records(total)} of ${name} ${total === 1 ? 'was' : 'were'} read.`
  const each = sources.map(([kind, { read }]) => `${formatCount(read)} of ${kind}`)
  return `${records(total)} ${total === 1 ? 'was' : 'were'} read: ${each.join(', ')}.`
}

const leftOutWords = (name: string, rejected: number): string[] =>
  rejected === 0
    ? []
    : [
        `${formatCount(rejected)} of ${name} ${rejected === 1 ? 'does' : 'do'} not fit its schema and ${left(rejected)}.`,
      ]

/** What reached the component, and whether something had been left out before. */
type Before = { component: string; passed: number; isRest: boolean; sources: number }

/** 'warehouse and file' */
const namesOf = (sinks: readonly Named[]): string => new Intl.ListFormat('en-GB').format(sinks.map(([name]) => name))

function sinkWords([name, count]: Named): string[] {
  const merged = mergedByKey(count)
  return [
    ...leftOutWords(name, count.rejected),
    ...(merged === 0
      ? []
      : [
          `${formatCount(merged)} of ${name} ${merged === 1 ? 'has' : 'have'} the key of a later record: its table takes the last of each key.`,
        ]),
  ]
}

function componentWords(
  sinks: readonly Named[],
  arrived: number,
  { component, passed, isRest, sources }: Before,
): string {
  const name = namesOf(sinks)
  const those = `${isRest ? 'the other ' : 'these '}${formatCount(passed)}`
  if (arrived === passed) return `${isRest ? 'The other' : 'All'} ${formatCount(passed)} arrived at ${name}.`
  const each = sinks.length > 1 && arrived > 0 ? ' each' : ''
  const made = `${component} made ${arrived === 0 ? 'no records' : records(arrived)}${each} for ${name} of ${those}`
  if (arrived > passed) return `${made}.`
  return sources > 1
    ? `${made}: it joins records of several sources into one, or drops some.`
    : `${made}: it drops the others, or puts several into one.`
}

/**
 * Records of a table that had the key of a later one of the same import. Each key is counted once, as created, changed or
 * unchanged; where nothing compares, nothing is merged.
 */
function mergedByKey({ read, rejected, created, changed = 0, unchanged = 0 }: RunCounts): number {
  return created === undefined ? 0 : Math.max(0, read - rejected - created - changed - unchanged)
}

const left = (count: number): string => (count === 1 ? 'was left out' : 'were left out')
const records = (count: number): string => `${formatCount(count)} record${count === 1 ? '' : 's'}`
const sum = (named: readonly Named[], of: (count: RunCounts) => number): number =>
  named.reduce((total, [, count]) => total + of(count), 0)
