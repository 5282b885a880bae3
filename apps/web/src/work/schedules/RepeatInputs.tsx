import {
  dayChoices,
  dayWarning,
  hourChoices,
  minuteChoices,
  type RepeatKind,
  repeatKinds,
  type Weekday,
  weekdays,
} from '@millrace/contract/schedules/pattern.rule'
import { Notice } from '../../ui/Notice.tsx'
import { ChoiceInput } from './ChoiceInput.tsx'
import { type PlanForm, withRepeat } from './plan-form.ts'
import { TimeInput } from './TimeInput.tsx'

const kindNames: Record<RepeatKind, string> = {
  minutely: 'Minutely',
  hourly: 'Hourly',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
}
const dayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}
const numbers = (values: readonly number[]) => values.map((value) => ({ value, label: String(value) }))

type Props = { form: PlanForm; onChange: (form: PlanForm) => void; disabled: boolean }

/** How often and when a repeat runs (IMP-020, IMP-021, IMP-025), with a warning for days not every month has. */
export function RepeatInputs({ form, onChange, disabled }: Props) {
  const warning = form.repeat === 'monthly' && form.day !== undefined ? dayWarning(form.day) : null
  return (
    <>
      <ChoiceInput
        label="How often"
        options={repeatKinds.map((value) => ({ value, label: kindNames[value] }))}
        value={form.repeat}
        onChange={(repeat) => onChange(withRepeat(repeat))}
        disabled={disabled}
        width={110}
      />
      <RepeatValues form={form} onChange={onChange} disabled={disabled} />
      {warning !== null && (
        <Notice role="status" look="line">
          {warning}
        </Notice>
      )}
    </>
  )
}

/** The inputs that the chosen repeat needs. */
function RepeatValues({ form, onChange, disabled }: Props) {
  const time = <TimeInput value={form.time} onChange={(at) => onChange({ ...form, time: at })} disabled={disabled} />
  switch (form.repeat) {
    case undefined:
      return null
    case 'minutely':
      return (
        <ChoiceInput
          label="Minutes"
          options={numbers(minuteChoices)}
          value={form.minutes}
          onChange={(minutes) => onChange({ ...form, minutes })}
          disabled={disabled}
          width={96}
        />
      )
    case 'hourly':
      return (
        <ChoiceInput
          label="Hours"
          options={numbers(hourChoices)}
          value={form.hours}
          onChange={(hours) => onChange({ ...form, hours })}
          disabled={disabled}
          width={96}
        />
      )
    case 'daily':
      return time
    case 'weekly':
      return (
        <>
          <ChoiceInput
            label="Weekday"
            options={weekdays.map((value) => ({ value, label: dayNames[value] }))}
            value={form.weekday}
            onChange={(weekday) => onChange({ ...form, weekday })}
            disabled={disabled}
            width={124}
          />
          {time}
        </>
      )
    case 'monthly':
      return (
        <>
          <ChoiceInput
            label="Day of the month"
            placeholder="Day"
            options={numbers(dayChoices)}
            value={form.day}
            onChange={(day) => onChange({ ...form, day })}
            disabled={disabled}
            width={80}
          />
          {time}
        </>
      )
  }
}
