import type { CountryMatrix, RolledOutCountry } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { refreshDocuments } from '../versions/version-calls.ts'
import { RollOutPreview } from './RollOutPreview.tsx'
import { RollOutReport } from './RollOutReport.tsx'

type Props = {
  matrix: CountryMatrix
  /** Versions of the countries. */
  ids: readonly string[]
  /** Overrides that go. */
  takeOver: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** What a rollout of the master's newest version will change in each country, and afterwards what became of each. */
export function RollOutDialog({ matrix: latest, ids, takeOver, onDone, onClose }: Props) {
  // What was shown is what is asked for: the matrix that changes meanwhile is looked at next time.
  const [matrix] = useState(latest)
  const [busy, setBusy] = useState(false)
  const [report, setReport] = useState<readonly RolledOutCountry[] | null>(null)
  const { master } = matrix
  const countries = matrix.countries.filter(({ _id }) => ids.includes(_id))
  const rollOut = async () => {
    setBusy(true)
    try {
      const body = {
        ...{ master: master._id, sys_version: master.sys_version },
        countries: countries.map(({ _id, sys_version }) => ({ id: _id, sys_version, takeOver: [...takeOver] })),
      }
      setReport(await call('POST /pipelines/countries/roll-out', { body, fallback: 'cannot roll the version out' }))
      onDone()
    } catch {
      // Told by the call; what has changed meanwhile is shown behind the dialog.
      onClose()
    }
    await Promise.all([refreshCalls('GET /pipelines/countries'), refreshDocuments()])
  }
  return (
    <Dialog
      title={`Roll out ${master.name}, version ${master.version}`}
      width={75}
      onCancel={onClose}
      footer={
        report === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" disabled={busy} data-first-focus onClick={() => void rollOut()}>
              Roll out to {countries.length} {countries.length === 1 ? 'country' : 'countries'}
            </Button>
          </>
        ) : (
          <Button data-first-focus onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {report === null ? <RollOutPreview {...{ matrix, countries, takeOver }} /> : <RollOutReport report={report} />}
    </Dialog>
  )
}
