import type { DeployedEndpoint } from '@millrace/contract'
import { endpointDescription } from '@millrace/contract/deployments/endpoint-address.rule'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { PipelineLink } from '../PipelineLink.tsx'
import styles from '../deployments.module.css'

type Props = { endpoint: DeployedEndpoint; address: string | null; runtime: string | null }

/** Where it is called, what runs, and where it is described for programs. */
export const EndpointFacts = ({ endpoint, address, runtime }: Props) => (
  <Facts look="rows">
    <Fact name="Address">
      {address === null ? (
        <span className="quiet">Not served now</span>
      ) : (
        <>
          <code className={styles.key}>POST {address}</code> <CopyButton text={address} of="address" />
        </>
      )}
    </Fact>
    <Fact name="Pipeline">
      <PipelineLink row={endpoint} />
    </Fact>
    <Fact name="Component">
      {endpoint.name} <span className="quiet">v{endpoint.version}</span>
    </Fact>
    {runtime !== null && (
      <Fact name="For programs">
        <a href={`${runtime}${endpointDescription(endpoint.path)}`} target="_blank" rel="noreferrer">
          OpenAPI document
        </a>
      </Fact>
    )}
  </Facts>
)
