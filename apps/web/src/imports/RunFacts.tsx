import type { Import, RunCounts } from '@millrace/contract'
import { PipelineName } from '../pipelines/PipelineName.tsx'
import { formatCount, formatDuration } from '../ui/format.ts'
import { Moment } from '../ui/Moment.tsx'
import { TableScroll } from '../uploads/TableScroll.tsx'
import uploads from '../uploads/uploads.module.css'
import { ImportStateTag } from './ImportStateTag.tsx'
import styles from './wizard.module.css'

/** The facts of one import: state and times, counts of each source and sink, and what it ran with. */
export function RunFacts({ imp }: { imp: Import }) {
  return (
    <>
      <div className={styles.section}>
        <dl className={styles.facts}>
          <Fact name="State">
            <ImportStateTag imp={imp} />
          </Fact>
          <Fact name="Scheduled at">
            <Moment at={imp.scheduledAt} />
          </Fact>
          <Fact name="Started at">
            <Moment at={imp.startedAt} />
          </Fact>
          <Fact name="End at">
            <Moment at={imp.endAt} />
          </Fact>
          <Fact name="Duration">{imp.startedAt && imp.endAt ? formatDuration(imp.startedAt, imp.endAt) : '-'}</Fact>
          <Fact name="User">{imp.user.userName}</Fact>
        </dl>
      </div>
      <RunCountsTables imp={imp} />
      {imp.ranWith !== null && <RanWithFacts ranWith={imp.ranWith} />}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Records in and out; what was left out stands in amber (settled point 12). */
function RunCountsTables({ imp: { counts } }: { imp: Import }) {
  const sources = Object.entries(counts.sources)
  const sinks = Object.entries(counts.sinks)
  if (sources.length + sinks.length === 0) return null
  return (
    <div className={styles.section}>
      <h3>Records</h3>
      <TableScroll label="Records">
        <table className={`${uploads.table} ${uploads.wide}`} aria-label="Records">
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col" className={uploads.number}>
                Read
              </th>
              <th scope="col" className={uploads.number}>
                Left out
              </th>
              <th scope="col" className={uploads.number}>
                Passed on
              </th>
              <th scope="col">Changes</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(([name, count]) => (
              <CountLine key={name} name={name} kind="source" count={count} />
            ))}
            {sinks.map(([name, count]) => (
              <CountLine key={name} name={name} kind="destination" count={count} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </div>
  )
}

function CountLine({ name, kind, count }: { name: string; kind: string; count: RunCounts }) {
  return (
    <tr>
      <td className={uploads.word}>
        {name} <span className={uploads.quiet}>{kind}</span>
      </td>
      <td className={uploads.number}>{formatCount(count.read)}</td>
      <td className={`${uploads.number} ${count.rejected > 0 ? uploads.amber : ''}`}>{formatCount(count.rejected)}</td>
      <td className={uploads.number}>{formatCount(count.written)}</td>
      <td>{changeWords(count)}</td>
    </tr>
  )
}

/** '150 created, 5 changed, 2 unchanged', or a dash where nothing compares. */
export function changeWords({ created, changed, unchanged, deleted }: RunCounts): string {
  const parts: [number | undefined, string][] = [
    [created, 'created'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [deleted, 'deleted'],
  ]
  const words = parts.flatMap(([count, word]) => (count === undefined ? [] : [`${formatCount(count)} ${word}`]))
  return words.length === 0 ? '-' : words.join(', ')
}

function RanWithFacts({ ranWith }: { ranWith: NonNullable<Import['ranWith']> }) {
  return (
    <div className={styles.section}>
      <h3>What it ran with</h3>
      <dl className={styles.facts}>
        <Fact name="Pipeline">
          <PipelineName pipeline={ranWith.pipeline} short />
        </Fact>
        <Fact name="Component">
          <PipelineName pipeline={ranWith.component} short />
        </Fact>
        {ranWith.uploads.map((upload) => (
          <Fact key={upload._id} name={`File of ${upload.dataSubKind}`}>
            <span className="mono" title={`SHA-256 ${upload.sha256}`}>
              {upload.sha256.slice(0, 12)}
            </span>
          </Fact>
        ))}
        {ranWith.timeZone !== undefined && <Fact name="Time zone">{ranWith.timeZone}</Fact>}
      </dl>
    </div>
  )
}
