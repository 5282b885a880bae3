import type { CountryMatrix } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { refreshDocuments } from '../versions/version-calls.ts'
import { fieldLabel, type OpenField, shownState, stateWords, valueText } from './country-fields.ts'
import { stateIcons, stateTones } from './state-looks.tsx'
import styles from './countries.module.css'

type Props = { field: OpenField; master: CountryMatrix['master']; onRollOut: () => void; onClose: () => void }

/** One field of one country beside its master's: the values compared, to take over or to keep. */
export function FieldDialog({ field, master, onRollOut, onClose }: Props) {
  const { country, state } = field
  const [busy, setBusy] = useState(false)
  const shown = shownState(field)
  const label = fieldLabel(field.field.pointer)
  const isOverride = state === 'overridden' || state === 'drifted'
  const takeOver = async () => {
    setBusy(true)
    try {
      const { _id, sys_version } = country
      const done = await call('POST /pipelines/countries/take-over', {
        body: { country: _id, sys_version, pointers: [field.field.pointer] },
        fallback: 'cannot take over the value',
      })
      toast.success(`${country.name}, version ${done.version}: ${label} is inherited again`)
      onClose()
    } catch {
      setBusy(false)
    }
    await Promise.all([refreshCalls('GET /pipelines/countries'), refreshDocuments()])
  }
  return (
    <Dialog
      title={`${label} of ${country.name}`}
      width={75}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} data-first-focus>
            {isOverride ? 'Keep' : 'Close'}
          </Button>
          {isOverride && (
            <Button
              tone="primary"
              disabled={busy || !country.writable}
              onClick={state === 'drifted' ? onRollOut : () => void takeOver()}
            >
              Take over
            </Button>
          )}
        </>
      }
    >
      <p>
        <StatusTag tone={stateTones[shown]} icon={stateIcons[shown]}>
          {stateWords[shown]}
        </StatusTag>
      </p>
      <p className={styles.explained}>{explanationOf(field, master.version)}</p>
      <Facts look="rows" className={styles.values}>
        <Fact name={`${country.name}, version ${country.version}`}>
          <Value value={field.own} />
        </Fact>
        {country.master.version !== master.version && (
          <Fact name={`Master, version ${country.master.version}, which this country uses`}>
            <Value value={field.stored} />
          </Fact>
        )}
        <Fact name={`Master, version ${master.version}, the newest`}>
          <Value value={field.field.newest} />
        </Fact>
      </Facts>
      {isOverride && !country.writable && (
        <p className="quiet">You may not change this country: a version is locked, or a write rule keeps you out.</p>
      )}
    </Dialog>
  )
}

const Value = ({ value }: { value: unknown }) => <code className={styles.value}>{valueText(value)}</code>

const derived = ['/component', '/inputSchema', '/outputSchema']

function explanationOf({ state, behind, country, field, own }: OpenField, newest: number): string {
  if (state === 'own') return 'Each country has its own. It is never taken from the master.'
  if (derived.includes(field.pointer)) {
    return behind
      ? `Always the master’s. It changes when version ${newest} is rolled out.`
      : 'Always the master’s: a country cannot have its own.'
  }
  if (behind)
    return `The country has the value of version ${country.master.version}. It changes when version ${newest} is rolled out.`
  if (state === 'inherited') return 'The country has the master’s value.'
  const hidden = own === field.newest ? ' They differ in a part that is not shown.' : ''
  if (state === 'overridden') return `The country has a value of its own. A rollout keeps it.${hidden}`
  return `The country has a value of its own, and the master has changed since. A rollout keeps the country’s value. Taking over rolls version ${newest} out to this country, with this field.${hidden}`
}
