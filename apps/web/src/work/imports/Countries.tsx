import { texts } from '@millrace/contract/errors'
import { describeClass } from '../../documents/pipelines/pipeline-filters.ts'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Page.tsx'
import type { Country } from './use-countries.ts'
import styles from './wizard.module.css'

type Props = {
  countries: readonly Country[]
  chosen: ReadonlySet<string>
  disabled: boolean
  onToggle: (id: string) => void
}

/** The country pipelines of a master to choose from; one that cannot run says why (IMP-011, IMP-013). */
export function Countries({ countries, chosen, disabled, onToggle }: Props) {
  return (
    <Panel title={`Country pipelines to run (${chosen.size} of ${countries.length})`} grow flush>
      {countries.length === 0 ? (
        <EmptyState text={texts.noCountries} />
      ) : (
        countries.map((country) => (
          <CountryRow
            key={country._id}
            country={country}
            checked={chosen.has(country._id)}
            disabled={disabled || country.reasons.length > 0}
            onToggle={() => onToggle(country._id)}
          />
        ))
      )}
    </Panel>
  )
}

type RowProps = { country: Country; checked: boolean; disabled: boolean; onToggle: () => void }

function CountryRow({ country, checked, disabled, onToggle }: RowProps) {
  const { pipeline, reasons } = country
  return (
    <label className={styles.country}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onToggle} />
      <PipelineName pipeline={country} />
      <span className={`note ${styles.countryNote}`}>
        {reasons.length > 0 ? reasons.join(', ') : pipeline === undefined ? '' : describeClass(pipeline)}
      </span>
    </label>
  )
}
