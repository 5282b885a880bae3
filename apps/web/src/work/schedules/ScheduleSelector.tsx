import type { Role } from '@millrace/contract'
import { mayRepeat } from '@millrace/contract/roles'
import { Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { type PlanForm, type PlanKind, withKind } from './plan-form.ts'
import { RepeatInputs } from './RepeatInputs.tsx'
import styles from './schedules.module.css'
import { TimeInput } from './TimeInput.tsx'

// The date picker weighs more than the rest of the step and only Later needs it.
const DateInput = lazy(async () => ({ default: (await import('./DateInput.tsx')).DateInput }))

const kindNames: Record<PlanKind, string> = { immediate: 'Now', scheduled: 'Later', repeat: 'Repeat' }

/** The kinds a role may choose: role user does not see Repeat (IMP-032, PRM-018). */
export const planKindsFor = (role: Role): PlanKind[] =>
  mayRepeat(role) ? ['immediate', 'scheduled', 'repeat'] : ['immediate', 'scheduled']

type Props = {
  role: Role
  form: PlanForm
  onChange: (form: PlanForm) => void
  disabled: boolean
}

/** Now, Later or Repeat, with the inputs each needs (IMP-015); another kind starts empty (IMP-017). */
export function ScheduleSelector({ role, form, onChange, disabled }: Props) {
  return (
    <div className={styles.inputs} role="group" aria-label="Schedule">
      <Segmented<PlanKind>
        aria-label="When"
        options={planKindsFor(role).map((value) => ({ value, label: kindNames[value] }))}
        value={form.kind}
        onChange={(kind) => onChange(withKind(kind))}
        disabled={disabled}
      />
      {form.kind === 'scheduled' && (
        <>
          <Suspense fallback={<span className={styles.datePlace} />}>
            <DateInput value={form.date} onChange={(date) => onChange({ ...form, date })} disabled={disabled} />
          </Suspense>
          <TimeInput value={form.time} onChange={(time) => onChange({ ...form, time })} disabled={disabled} />
        </>
      )}
      {form.kind === 'repeat' && planKindsFor(role).includes('repeat') && (
        <RepeatInputs form={form} onChange={onChange} disabled={disabled} />
      )}
    </div>
  )
}
