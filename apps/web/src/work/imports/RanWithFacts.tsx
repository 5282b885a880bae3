import type { RanWith } from '@millrace/contract'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import styles from './wizard.module.css'

type Props = { importId: string; ranWith: RanWith }

/** What a run ran with, folded: from it the run can be repeated to the same bytes (G7). */
export function RanWithFacts({ importId, ranWith }: Props) {
  const { pipeline, component, uploads, now, timeZone, seed, sysVersion, plan } = ranWith
  return (
    <details className={styles.technical}>
      <summary>What it ran with</summary>
      <Facts>
        <Fact name="Import">
          <span className="mono">{importId}</span>
        </Fact>
        <Fact name="Pipeline">
          <PipelineName pipeline={pipeline} short />
        </Fact>
        <Fact name="Component">
          <PipelineName pipeline={component} short />
        </Fact>
        {uploads.map(({ _id, dataSubKind, sha256 }) => (
          <Fact key={_id} name={`File of ${dataSubKind}`}>
            <Code text={sha256} title="SHA-256" />
          </Fact>
        ))}
        {now !== undefined && (
          <Fact name="Now">
            <Timestamp at={now} />
          </Fact>
        )}
        {timeZone !== undefined && <Fact name="Time zone">{timeZone}</Fact>}
        {seed !== undefined && (
          <Fact name="Seed">
            <Code text={seed} title="Seed" />
          </Fact>
        )}
        {sysVersion !== undefined && <Fact name="Revision">{sysVersion}</Fact>}
        {plan !== undefined && (
          <Fact name="Code">
            <Code text={plan} title="SHA-256" />
          </Fact>
        )}
      </Facts>
    </details>
  )
}

/** The first of a long code; all of it in the tooltip. */
const Code = ({ text, title }: { text: string; title: string }) => (
  <span className="mono" title={`${title} ${text}`}>
    {text.slice(0, 12)}
  </span>
)
