import { texts, textWith } from '@millrace/contract/errors'
import { mayCall } from '@millrace/contract/policy'
import { useState } from 'react'
import { useGo } from '../app/address.ts'
import { call } from '../api/call.ts'
import { refreshCalls } from '../api/use-call.ts'
import { classLine } from '../pipelines/pipeline-filters.ts'
import { PipelineName } from '../pipelines/PipelineName.tsx'
import { useSession } from '../sessions/use-session.ts'
import { confirm } from '../ui/confirm.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Page.tsx'
import { RunningAlert } from './RunningAlert.tsx'
import { type Country, useCountries } from './use-countries.ts'
import { useSources } from './use-sources.ts'
import { WhenPanel } from './WhenPanel.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { masterPlanReasons } from './wizard-readiness.ts'
import styles from './wizard.module.css'

/** Step 4 of a master: which of its country pipelines run, one after the other (IMP-012, IMP-013). */
export function MasterPlan({ place, pipeline, go }: WizardProps) {
  const { role } = useSession()
  const goTo = useGo()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { files, own } = useSources(pipeline)
  const countries = useCountries(pipeline, own.uploads)
  const chosen = countries.filter(({ _id, reasons }) => reasons.length === 0 && !left.has(_id))

  const start = async () => {
    if (!(await confirm(textWith.runQuestion(pipeline.name)))) return
    setBusy(true)
    setRefused(null)
    try {
      const listPipelines = chosen.map(({ _id }) => _id)
      const body = { pipelineId: pipeline._id, listPipelines, kind: 'sequential', restartOnError: true } as const
      const started = await call('POST /imports/runAllImport', { body })
      void refreshCalls('GET /imports/job')
      // D-25: the logbook for those who may open it, else the list of what was started.
      if (mayCall(role, 'POST /imports/listAll')) goTo('/consult/import')
      else
        go(
          nextPlace(
            place,
            started.imports.map(({ importId }) => importId),
          ),
        )
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error))
      void refreshCalls('GET /imports/job', 'GET /uploads/last-all')
    } finally {
      setBusy(false)
    }
  }

  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }

  return (
    <>
      <RunningAlert blocked={false} refused={refused} />
      <WhenPanel sentence="The country pipelines run one after the other, as soon as you confirm." />
      <Panel title={`Country pipelines to run (${chosen.length} of ${countries.length})`} grow flush>
        {countries.length === 0 ? (
          <EmptyState text={texts.noCountries} />
        ) : (
          countries.map((country) => (
            <CountryRow
              key={country._id}
              country={country}
              checked={chosen.includes(country)}
              disabled={busy || country.reasons.length > 0}
              onToggle={() => toggle(country._id)}
            />
          ))
        )}
      </Panel>
      <WizardFooter
        onPrevious={() => go(previousPlace(place))}
        onNext={() => void start()}
        reasons={
          files === undefined
            ? ['Waiting for the last uploads']
            : masterPlanReasons(pipeline, files, countries.length, chosen.length)
        }
        busy={busy}
      />
    </>
  )
}

type RowProps = { country: Country; checked: boolean; disabled: boolean; onToggle: () => void }

function CountryRow({ country, checked, disabled, onToggle }: RowProps) {
  const { pipeline, reasons } = country
  return (
    <label className={styles.country}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onToggle} />
      <PipelineName pipeline={country} />
      <span className={styles.countryNote}>
        {reasons.length > 0 ? reasons.join(', ') : pipeline === undefined ? '' : classLine(pipeline)}
      </span>
    </label>
  )
}
