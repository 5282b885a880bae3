import type { DeployedEndpoint, EndpointKey } from '@millrace/contract'
import { useMay } from '../../../access/sessions/use-session.ts'
import { call } from '../../../api/call.ts'
import { refreshCalls, useCall } from '../../../api/use-call.ts'
import { toast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Stack } from '../../../ui/Layout.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { cardArea, Table } from '../../../ui/Table.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import styles from '../deployments.module.css'
import { isExpired } from './endpoint-words.ts'
import { type MadeKey, NewKey } from './NewKey.tsx'

const columns = ['Name', 'Created', 'By', 'Expires', 'Last used', 'Calls per minute']

type Props = {
  endpoint: Pick<DeployedEndpoint, '_id' | 'keyRequired'>
  /** Told the text of a new key, which cannot be had again. */
  onMade: (made: MadeKey) => void
}

/** The keys that callers of an endpoint hold: several, each to be revoked by itself. */
export function KeysPanel({ endpoint: { _id: id, keyRequired }, onMade }: Props) {
  const { data, error, refetch } = useCall('GET /pipelines/deployed-endpoint/{id}/keys', { params: { id } })
  const mayMake = useMay('POST /pipelines/deployed-endpoint/{id}/key')
  return (
    <Stack>
      {data === undefined && error === null && <SkeletonRows rows={3} />}
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState text={noKeys(keyRequired)} />}
      {data !== undefined && data.length > 0 && <Keys id={id} keys={data} />}
      {mayMake && data !== undefined && <NewKey id={id} onMade={onMade} />}
    </Stack>
  )
}

const noKeys = (keyRequired: boolean): string =>
  keyRequired
    ? 'There is no key yet, and callers need one: nobody can call this endpoint.'
    : 'There is no key yet: only people with a session can call this endpoint.'

function Keys({ id, keys }: { id: string; keys: readonly EndpointKey[] }) {
  const mayRevoke = useMay('DELETE /pipelines/deployed-endpoint/{id}/key')
  return (
    <Table
      label="Keys"
      columns={mayRevoke ? [...columns, { title: <span className="visually-hidden">Revoke</span> }] : columns}
      look="plain"
      cards="minmax(0, 1fr) auto"
      headless
    >
      {keys.map((key) => (
        <tr key={key._id}>
          <td className={styles.keyName} style={cardArea('1 / 1')}>
            {key.name}
          </td>
          <td data-label="Created" style={cardArea('2 / 1')}>
            <Timestamp at={key.createDate} />
          </td>
          <td data-quiet style={cardArea('2 / 2')}>
            {key.createUsername}
          </td>
          <td data-label="Expires" style={cardArea('3 / 1 / auto / -1')}>
            {key.expireAt === null ? 'Never' : <Timestamp at={key.expireAt} />}{' '}
            {isExpired(key) && <StatusTag tone="error">Expired</StatusTag>}
          </td>
          <td data-label="Last used" style={cardArea('4 / 1 / auto / -1')}>
            {key.lastUsedAt === null ? 'Never' : <Timestamp at={key.lastUsedAt} />}
          </td>
          <td data-label="Calls per minute" style={cardArea('5 / 1 / auto / -1')}>
            {key.perMinute === null ? 'No limit' : formatCount(key.perMinute)}
          </td>
          {mayRevoke && (
            <td data-end style={cardArea('1 / 2')}>
              <Button tone="link" aria-label={`Revoke ${key.name}`} onClick={() => void revoke(id, key)}>
                Revoke
              </Button>
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

/** Asks, and takes a key away; whoever holds it is refused with the next call. */
async function revoke(id: string, { _id, name }: EndpointKey): Promise<void> {
  if (!(await confirm(`Do you want to revoke the key ${name}?`, 'Whoever calls with it is refused from then on.')))
    return
  await call('DELETE /pipelines/deployed-endpoint/{id}/key', { params: { id }, query: { keyId: _id } }).then(
    () => toast.success(`The key ${name} is revoked`),
    () => undefined,
  )
  await refreshCalls('GET /pipelines/deployed-endpoint/{id}/keys')
}
