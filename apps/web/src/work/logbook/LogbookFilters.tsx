import { Segmented } from 'antd'
import { useCall } from '../../api/use-call.ts'
import { FilterSelect, PipelineFilterBar } from '../../documents/pipelines/PipelineFilterBar.tsx'
import { readClassFilter } from '../../documents/pipelines/pipeline-filters.ts'
import {
  isLogbookFiltered,
  type LogbookPlace,
  readLogbookPlace,
  changeLogbookFilter,
  toggleSuccess,
} from './logbook-place.ts'
import { Bar } from '../../ui/Layout.tsx'
import styles from './logbook.module.css'

const past = 'Past only'
const future = 'Future only'

type Props = { place: LogbookPlace; onChange: (place: LogbookPlace) => void }

/** Filters of the logbook; what they offer occurs in imports the person sees (LOG-004, LOG-010). */
export function LogbookFilters({ place, onChange }: Props) {
  const { data } = useCall('GET /imports/listAllFilters')
  const users = data?.users.map(({ _id, userName }) => ({ value: _id, label: userName })) ?? []
  return (
    <Bar className={styles.filters}>
      <PipelineFilterBar
        types={data && { ...data, datakinds: data.kinds }}
        filter={readClassFilter(place)}
        narrowed={isLogbookFiltered(place)}
        onClear={() => onChange(readLogbookPlace({ time: place.time }))}
        onChange={({ brand, locale, productLine, datakind }) =>
          onChange(changeLogbookFilter(place, { brand, locale, productLine, datakind }))
        }
      >
        <FilterSelect
          label="User"
          options={users}
          value={place.user}
          onChange={(user) => onChange(changeLogbookFilter(place, { user }))}
        />
      </PipelineFilterBar>
      <Segmented
        aria-label="Time"
        options={[past, future]}
        value={place.time === 'future' ? future : past}
        onChange={(chosen) => onChange(changeLogbookFilter(place, { time: chosen === future ? 'future' : 'past' }))}
      />
      <SuccessSwitches place={place} onChange={onChange} />
    </Bar>
  )
}

const outcomes = ['true', 'false'] as const

/** The two success switches; the last one that is on cannot be switched off (LOG-006). */
function SuccessSwitches({ place, onChange }: Props) {
  const { success, time } = place
  return (
    <fieldset className={styles.checks} aria-label="Success">
      {outcomes.map((which) => {
        const last = success[which] && !success[which === 'true' ? 'false' : 'true']
        const why = time === 'future' ? 'Imports that have not run have no success yet' : 'At least one must stay on'
        const disabled = last || time === 'future'
        return (
          <label key={which} title={disabled ? why : undefined}>
            <input
              type="checkbox"
              checked={success[which]}
              disabled={disabled}
              onChange={() => onChange(changeLogbookFilter(place, { success: toggleSuccess(success, which) }))}
            />
            Success {which}
          </label>
        )
      })}
    </fieldset>
  )
}
