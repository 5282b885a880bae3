import { DatePicker } from 'antd'
import en from 'antd/es/date-picker/locale/en_US'
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'
import utc from 'dayjs/plugin/utc'
import { inDialog } from '../../ui/in-dialog.ts'
import styles from '../form.module.css'
import { controlOf, type WidgetProps } from './widget.ts'

dayjs.extend(utc)

// The buttons of the calendar are named by what they show; weeks begin on Monday.
const locale = { ...en, lang: { ...en.lang, locale: 'en_GB', monthSelect: '', yearSelect: '' } }

/** A day as 'YYYY-MM-DD'; with `format: date-time` a moment in UTC, whatever zone it was written in. */
export function DatePickerWidget(props: WidgetProps) {
  const { value, node, placeholder, onChange } = props
  const isMoment = node.format === 'date-time'
  const given = typeof value === 'string' && value !== '' ? value : null
  const shown = given === null ? null : isMoment ? dayjs.utc(given) : dayjs(given)
  return (
    <DatePicker
      {...controlOf(props)}
      className={styles.wide ?? ''}
      locale={locale}
      {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
      placeholder={placeholder ?? (isMoment ? 'YYYY-MM-DD HH:mm:ss UTC' : 'YYYY-MM-DD')}
      showTime={isMoment}
      format={isMoment ? 'YYYY-MM-DD HH:mm:ss [UTC]' : 'YYYY-MM-DD'}
      showNow={false}
      getPopupContainer={inDialog}
      value={shown}
      onChange={(day) => onChange(day === null ? undefined : textOf(day as dayjs.Dayjs, isMoment))}
    />
  )
}

const textOf = (day: dayjs.Dayjs, isMoment: boolean): string =>
  // What the calendar shows is meant as UTC, also where it was made from the browser's own day.
  isMoment ? `${day.format('YYYY-MM-DDTHH:mm:ss')}Z` : day.format('YYYY-MM-DD')
