import type { UpdateReport } from '@millrace/contract'
import { countPlans, type UpdateChoice } from '@millrace/contract/versions/update.rule'
import { Bar } from '../../ui/Layout.tsx'
import styles from './update.module.css'

type Props = {
  report: UpdateReport
  choice: UpdateChoice
  onChange: (choice: UpdateChoice) => void
  disabled?: boolean
}

/** What goes along with a pipeline: its countries, and its plans where there are any (VER-032, VER-033). */
export function UpdateChoices({ report, choice, onChange, disabled = false }: Props) {
  const plans = countPlans(report, choice)
  const countries = report.pipelines.filter(({ updated }) => !updated).length
  if (plans + countries === 0) return null
  return (
    <Bar>
      {countries > 0 && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={choice.countries}
            disabled={disabled}
            onChange={(event) => onChange({ ...choice, countries: event.target.checked })}
          />
          Country pipelines ({countries})
        </label>
      )}
      {plans > 0 && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={choice.plans}
            disabled={disabled}
            onChange={(event) => onChange({ ...choice, plans: event.target.checked })}
          />
          Scheduled executions ({plans})
        </label>
      )}
    </Bar>
  )
}
