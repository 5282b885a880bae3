import { maxPlanYear } from '@millrace/contract/schedules/plan.rule'
import { DatePicker } from 'antd'
import en from 'antd/es/date-picker/locale/en_US'
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'
import { usePlatformZone } from '../../ui/format.ts'
import { isTooEarly, todayIn } from './plan-days.ts'
import styles from './schedules.module.css'

// The buttons 'Nov' and '2026' of the calendar are named by what they show, not by other words; weeks begin on Monday,
// as the weekdays of a plan do.
const locale = { ...en, lang: { ...en.lang, locale: 'en_GB', monthSelect: '', yearSelect: '' } }

type Props = { value: string | undefined; onChange: (day: string | undefined) => void; disabled?: boolean }

/** A day as 'YYYY-MM-DD' in the platform zone; days before yesterday are disabled (IMP-026). Loaded with the first Later. */
export function DateInput({ value, onChange, disabled = false }: Props) {
  const today = todayIn(usePlatformZone())
  return (
    <DatePicker
      style={{ width: 140 }}
      classNames={{ popup: { root: styles.calendar } }}
      locale={locale}
      aria-label="Date"
      placeholder="Date"
      format="YYYY-MM-DD"
      value={value === undefined ? null : dayjs(value)}
      onChange={(day) => onChange(day?.format('YYYY-MM-DD'))}
      maxDate={dayjs(`${maxPlanYear}-12-31`)}
      disabledDate={(day) => isTooEarly(day.format('YYYY-MM-DD'), today)}
      // 'Today' of the kit is the browser's day, which may not be the platform's.
      showNow={false}
      allowClear={false}
      disabled={disabled}
    />
  )
}
