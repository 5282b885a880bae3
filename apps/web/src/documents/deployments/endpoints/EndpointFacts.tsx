import type { DeployedEndpoint } from '@millrace/contract'
import { endpointDescription } from '@millrace/contract/deployments/endpoint-address.rule'
import { Button } from '../../../ui/Button.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { PipelineLink } from '../PipelineLink.tsx'
import { saveDescription } from './save-description.ts'
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
        <Description runtime={runtime} path={endpoint.path} />
      </Fact>
    )}
  </Facts>
)

/** Programs ask for it with a key; a person gets it as a file. */
function Description({ runtime, path }: { runtime: string; path: string }) {
  const address = `${runtime.replace(/\/+$/, '')}${endpointDescription(path)}`
  const fileName = `${path.slice(1).replaceAll('/', '-')}-openapi-3.json`
  return (
    <>
      <Button tone="link" className={styles.flush} onClick={() => void saveDescription(address, fileName)}>
        OpenAPI document
      </Button>{' '}
      <CopyButton text={address} of="address of the document" />
    </>
  )
}
