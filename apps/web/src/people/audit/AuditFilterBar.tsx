import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { FilterSelect } from '../../documents/pipelines/PipelineFilterBar.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { type AuditPlace, isAuditFiltered, changeAuditFilter } from './audit-place.ts'
import styles from './audit.module.css'
import { toWords } from './changed-fields.ts'

/** The calendar is the heaviest part of the page; the list need not wait for it. */
const DayInput = lazy(async () => ({ default: (await import('../../ui/DayInput.tsx')).DayInput }))

type Props = { place: AuditPlace; onChange: (place: AuditPlace) => void }

/** Who, what kind, which action, which object, and when, in days of the platform zone. */
export function AuditFilterBar({ place, onChange }: Props) {
  const { data } = useCall('GET /audit/filters')
  const choices = (values: readonly string[] = []) => values.map((value) => ({ value, label: toWords(value) }))
  const set = (change: Parameters<typeof changeAuditFilter>[1]) => onChange(changeAuditFilter(place, change))
  return (
    <Bar className={styles.bar} role="group" aria-label="Filters">
      <TextFilter label="Person" value={place.user} onChange={(user) => set({ user })} />
      <FilterSelect label="Kind" options={choices(data?.kinds)} value={place.kind} onChange={(kind) => set({ kind })} />
      <FilterSelect
        label="Action"
        options={choices(data?.actions)}
        value={place.action}
        onChange={(action) => set({ action })}
      />
      <TextFilter label="Object" value={place.text} onChange={(text) => set({ text })} />
      <Suspense fallback={<span className={styles.days} />}>
        <span className={styles.days}>
          <DayInput label="From" value={place.from} onChange={(from) => set({ from })} />
          <DayInput label="To" value={place.to} onChange={(to) => set({ to })} />
        </span>
      </Suspense>
      {isAuditFiltered(place) && (
        <Button tone="bare" onClick={() => onChange({ page: 1 })}>
          Clear filters
        </Button>
      )}
    </Bar>
  )
}

/** Milliseconds without a further letter before the list is asked again. */
const restMs = 250

/** A text to filter by; the list follows when the typing rests. */
function TextFilter({
  label,
  value = '',
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // The address changed from outside: Back, a link, Clear filters.
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => latest.current(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <input
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
