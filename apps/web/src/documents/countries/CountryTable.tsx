import type { CountryColumn, CountryField, CountryMatrix } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import { PickAll } from '../../ui/PickAll.tsx'
import {
  fieldLabel,
  groupTitles,
  type OpenField,
  openField,
  shownState,
  stateWords,
  valueText,
} from './country-fields.ts'
import { moveInTable } from './move-in-table.ts'
import { stateIcons, stateTones } from './state-looks.tsx'
import styles from './countries.module.css'

type Props = {
  matrix: CountryMatrix
  countries: readonly CountryColumn[]
  groups: readonly (readonly [CountryField['group'], readonly number[]])[]
  picked: ReadonlySet<string>
  onPicked: (ids: ReadonlySet<string>) => void
  onOpen: (field: OpenField) => void
}

/** Fields as rows, countries as columns; arrow keys go from cell to cell, of which one at a time is a tab stop. */
export function CountryTable({ matrix, countries, groups, picked, onPicked, onOpen }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const pick = (ids: readonly string[], on: boolean) => {
    const next = new Set(picked)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onPicked(next)
  }
  const writable = countries.flatMap(({ _id, writable: may }) => (may ? [_id] : []))
  return (
    <div className={styles.scroll} role="region" aria-label="Fields of the countries" tabIndex={-1}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cells are buttons */}
      <table
        ref={table}
        className={styles.matrix}
        aria-label="Fields of the countries"
        onKeyDown={(event) => moveInTable(event)}
        onFocus={({ target }) => {
          if (!(target instanceof HTMLButtonElement)) return
          for (const other of table.current?.querySelectorAll<HTMLElement>('td [tabindex="0"]') ?? [])
            other.tabIndex = -1
          target.tabIndex = 0
        }}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              <label className={styles.all}>
                <PickAll
                  label="Choose all countries"
                  ids={writable}
                  picked={picked}
                  onPick={pick}
                  disabled={writable.length === 0}
                />
                Field
              </label>
            </th>
            {countries.map((country) => (
              <th key={country._id} scope="col">
                <CountryHead
                  country={country}
                  picked={picked.has(country._id)}
                  onPick={(on) => pick([country._id], on)}
                />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, places], index) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" className={styles.group} colSpan={countries.length + 1}>
                <span>{groupTitles[group]}</span>
              </th>
            </tr>
            {places.map((at, place) => (
              <FieldRow key={at} {...{ matrix, countries, at, onOpen }} isFirst={index === 0 && place === 0} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

type HeadProps = { country: CountryColumn; picked: boolean; onPick: (on: boolean) => void }

function CountryHead({ country, picked, onPick }: HeadProps) {
  const { _id, name, version, vLocked, master, writable } = country
  return (
    <div className={styles.name}>
      <input
        type="checkbox"
        aria-label={`Choose ${name}`}
        checked={picked && writable}
        disabled={!writable}
        title={writable ? undefined : 'A version is locked, or a write rule keeps you from changing it'}
        onChange={(event) => onPick(event.target.checked)}
      />
      <span>
        <Link to="/manage/pipeline" search={{ id: _id } as never} title={name}>
          {name}
        </Link>
        <small>
          v{version} ({vLocked ? 'Prod' : 'Draft'}), from v{master.version}
        </small>
      </span>
    </div>
  )
}

type RowProps = Pick<Props, 'matrix' | 'countries' | 'onOpen'> & { at: number; isFirst: boolean }

// A tick redraws the headings alone: of 20 countries with 40 fields the cells are 800.
const FieldRow = memo(function FieldRow({ matrix, countries, at, isFirst, onOpen }: RowProps) {
  const label = fieldLabel(matrix.fields[at]?.pointer ?? '')
  return (
    <tr>
      <th scope="row" title={label}>
        {label}
      </th>
      {countries.map((country, index) => {
        const field = openField(matrix, country, at)
        if (field === null) return <td key={country._id} className="quiet" aria-label="Not in this form" />
        const state = shownState(field)
        const Icon = stateIcons[state]
        const isOwn = state === 'own'
        return (
          <td key={country._id}>
            <button
              type="button"
              className={styles.cell}
              data-tone={stateTones[state]}
              data-state={state}
              tabIndex={isFirst && index === 0 ? 0 : -1}
              aria-label={`${stateWords[state]}${isOwn ? `, ${valueText(field.own)}` : ''}: ${label} of ${country.name}`}
              title={valueText(field.own).slice(0, 200)}
              onClick={() => onOpen(field)}
            >
              <Icon />
              {isOwn ? valueText(field.own) : stateWords[state]}
            </button>
          </td>
        )
      })}
    </tr>
  )
})
