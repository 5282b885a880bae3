import type { DeployedListener } from '@millrace/contract'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { PipelineLink } from '../PipelineLink.tsx'
import styles from '../deployments.module.css'
import { kindWords } from './listener-state.ts'
import { ListenerState } from './ListenerState.tsx'

/** Whether it hears, what it took, and how far it is behind. */
export const ListenerFacts = ({ listener }: { listener: DeployedListener }) => (
  <>
    <Facts look="rows">
      <Fact name="State">
        <ListenerState listener={listener} />
        {listener.isValid && listener.reason !== null && <p className="note">{listener.reason}</p>}
      </Fact>
      <Fact name="Pipeline">
        <PipelineLink row={listener} />
      </Fact>
      <Fact name="Receives">{kindWords(listener)}</Fact>
      {listener.address !== null && (
        <Fact name={listener.kind === 'http' ? 'Post to' : 'Broker'}>
          <code className={styles.key}>{listener.address}</code> <CopyButton text={listener.address} of="address" />
        </Fact>
      )}
    </Facts>
    <Facts>
      <Fact name="Last message">
        {listener.lastMessageAt === null ? 'None yet' : <Timestamp at={listener.lastMessageAt} />}
      </Fact>
      <Fact name="Received">{formatCount(listener.received)}</Fact>
      <Fact name="Still waiting (lag)">{listener.lag === null ? 'Not known' : formatCount(listener.lag)}</Fact>
    </Facts>
  </>
)
