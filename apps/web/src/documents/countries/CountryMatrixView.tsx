import type { CountryMatrix } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bar, Spacer } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { VersionPill } from '../../ui/VersionPill.tsx'
import { CountryTable } from './CountryTable.tsx'
import { countStates, fieldsShown, type OpenField, type StateFilter } from './country-fields.ts'
import { FieldDialog } from './FieldDialog.tsx'
import { RollOutDialog } from './RollOutDialog.tsx'
import styles from './countries.module.css'

type Props = {
  matrix: CountryMatrix
  /** Version ids of countries. */
  picked: ReadonlySet<string>
  onPicked: (ids: ReadonlySet<string>) => void
}

type Planned = { ids: readonly string[]; takeOver: readonly string[] }

const filters: [StateFilter, string][] = [
  ['all', 'All fields'],
  ['overridden', 'Only overridden'],
  ['drifted', 'Only drifted'],
]

/** The matrix with its filters, and the dialogs that compare a field and roll a version out. */
export function CountryMatrixView({ matrix, picked, onPicked }: Props) {
  const mobile = useMobile()
  const [filter, setFilter] = useState<StateFilter>('all')
  const [chosen, setChosen] = useState('')
  const [field, setField] = useState<OpenField | null>(null)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const { master, countries } = matrix
  if (countries.length === 0) {
    return (
      <EmptyState text="No country pipeline that you see inherits from this master. Choose it as the master of one." />
    )
  }
  const one = countries.find(({ _id }) => _id === chosen) ?? countries[0]
  const shown = mobile ? countries.filter((country) => country === one) : countries
  const groups = fieldsShown(matrix, shown, filter)
  const counts = countStates(countries)
  const ids = countries.flatMap(({ _id, writable }) => (writable && picked.has(_id) ? [_id] : []))
  return (
    <>
      <Bar className={styles.head}>
        <span>Compared with</span>
        <VersionPill version={master.version} locked={master.vLocked} />
        <span className="quiet" role="status">
          {countries.length} {countries.length === 1 ? 'country' : 'countries'}, {counts.overridden} overridden,{' '}
          {counts.drifted} drifted, {counts.behind} get a new value
        </span>
        <Spacer />
        <label>
          <span className="visually-hidden">Fields</span>
          <select
            className={styles.input}
            value={filter}
            onChange={(event) => setFilter(event.target.value as StateFilter)}
          >
            {filters.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <Button
          tone="primary"
          disabled={ids.length === 0}
          title={ids.length === 0 ? 'Choose countries first' : undefined}
          onClick={() => setPlanned({ ids, takeOver: [] })}
        >
          Roll out version {master.version}
        </Button>
      </Bar>
      {mobile && (
        <label className={styles.country}>
          Country
          <select className={styles.input} value={one?._id} onChange={(event) => setChosen(event.target.value)}>
            {countries.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {groups.length === 0 ? (
        <EmptyState
          text={filter === 'drifted' ? 'No field has drifted.' : 'No field is overridden.'}
          action={<Button onClick={() => setFilter('all')}>Show all fields</Button>}
        />
      ) : (
        <CountryTable {...{ matrix, countries: shown, groups, picked, onPicked }} onOpen={setField} />
      )}
      {field !== null && (
        <FieldDialog
          {...{ field, master }}
          onRollOut={() => {
            setField(null)
            setPlanned({ ids: [field.country._id], takeOver: [field.field.pointer] })
          }}
          onClose={() => setField(null)}
        />
      )}
      {planned !== null && (
        <RollOutDialog
          {...{ matrix, ...planned }}
          onDone={() => onPicked(new Set())}
          onClose={() => setPlanned(null)}
        />
      )}
    </>
  )
}
