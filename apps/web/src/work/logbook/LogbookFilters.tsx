import { Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { useCall } from '../../api/use-call.ts'
import { FilterSelect, PipelineFilterBar } from '../../documents/pipelines/PipelineFilterBar.tsx'
import { readClassFilter } from '../../documents/pipelines/pipeline-filters.ts'
import {
  clearLogbookFilters,
  isLogbookFiltered,
  type LogbookPlace,
  changeLogbookFilter,
  pastStates,
  toggleSuccess,
} from './logbook-place.ts'
import { logbookSorts } from '@millrace/contract/imports/logbook.rule'
import { usePlatformZone } from '../../ui/format.ts'
import { readSort, writeSort } from '../../ui/sorting.ts'
import { useNarrowerThan } from '../../ui/use-narrow.ts'
import { cardsBelow, columns } from './LogbookTable.tsx'
import { Bar } from '../../ui/Layout.tsx'
import styles from './logbook.module.css'

/** The calendar is the heaviest part of the page; the list need not wait for it. */
const DayInput = lazy(async () => ({ default: (await import('../../ui/DayInput.tsx')).DayInput }))

const past = 'Past only'
const future = 'Future only'

type Props = { place: LogbookPlace; onChange: (place: LogbookPlace) => void }

/** Filters of the logbook; what they offer occurs in imports the person sees (LOG-004, LOG-010). */
export function LogbookFilters({ place, onChange }: Props) {
  const { data } = useCall('GET /imports/listAllFilters')
  const asCards = useNarrowerThan(cardsBelow)
  const seen = useCall('GET /pipelines', { quiet: true }, { staleTime: 60_000 })
  const pipelines = seen.data?.map(({ _id, name, path }) => ({ value: _id, label: path ?? name })) ?? []
  const users = data?.users.map(({ _id, userName }) => ({ value: _id, label: userName })) ?? []
  return (
    <Bar className={styles.filters}>
      <PipelineFilterBar
        types={data && { ...data, datakinds: data.kinds }}
        filter={readClassFilter(place)}
        narrowed={isLogbookFiltered(place)}
        onClear={() => onChange(clearLogbookFilters(place))}
        onChange={({ brand, locale, productLine, datakind }) =>
          onChange(changeLogbookFilter(place, { brand, locale, productLine, datakind }))
        }
      >
        <FilterSelect
          label="Pipeline"
          options={pipelines}
          value={place.pipeline}
          onChange={(pipeline) => onChange(changeLogbookFilter(place, { pipeline }))}
        />
        <FilterSelect
          label="User"
          options={users}
          value={place.user}
          onChange={(user) => onChange(changeLogbookFilter(place, { user }))}
        />
        {place.time === 'past' && (
          <FilterSelect
            label="State"
            options={pastStates.map((state) => ({ value: state, label: state }))}
            value={place.state}
            onChange={(value) => {
              const state = pastStates.find((each) => each === value)
              onChange(changeLogbookFilter(place, { state }))
            }}
          />
        )}
      </PipelineFilterBar>
      <Segmented
        aria-label="Time"
        options={[past, future]}
        value={place.time === 'future' ? future : past}
        onChange={(chosen) =>
          onChange(changeLogbookFilter(place, { time: chosen === future ? 'future' : 'past', state: undefined }))
        }
      />
      <SuccessSwitches place={place} onChange={onChange} />
      <Days place={place} onChange={onChange} />
      {asCards && <Order place={place} onChange={onChange} />}
    </Bar>
  )
}

/** Cards have no headings to press. */
function Order({ place, onChange }: Props) {
  return (
    <FilterSelect
      label="Sort by"
      options={orders}
      value={writeSort(place.sort) ?? undefined}
      onChange={(chosen) => onChange({ ...place, page: 1, sort: readSort(chosen ?? '', logbookSorts) })}
    />
  )
}

const orders = columns.flatMap(([title, by]) => {
  if (by === undefined) return []
  const words = by.endsWith('At') ? ['oldest first', 'newest first'] : ['A to Z', 'Z to A']
  return [false, true].map((down) => ({
    value: writeSort({ by, down }) ?? '',
    label: `${title}, ${words[Number(down)]}`,
  }))
})

/** From one day to another, both among them; the zone whose days they are stands beside them. */
function Days({ place, onChange }: Props) {
  const zone = usePlatformZone()
  const set = (change: Partial<LogbookPlace>) => onChange(changeLogbookFilter(place, change))
  return (
    <Suspense fallback={<span className={styles.days} />}>
      <span className={styles.days}>
        <DayInput label="From" value={place.from} onChange={(from) => set({ from })} />
        <DayInput label="To" value={place.to} onChange={(to) => set({ to })} />
        <span className="note">Days in {zone}</span>
      </span>
    </Suspense>
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
