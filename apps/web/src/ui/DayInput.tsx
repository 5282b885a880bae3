import { DatePicker } from 'antd'
import en from 'antd/es/date-picker/locale/en_US'
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'

// The buttons of the calendar are named by what they show; weeks begin on Monday.
const locale = { ...en, lang: { ...en.lang, locale: 'en_GB', monthSelect: '', yearSelect: '' } }

type Props = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

/** A day as 'YYYY-MM-DD' to filter by, with a way to clear it. */
export const DayInput = ({ label, value, onChange }: Props) => (
  <DatePicker
    style={{ width: 128 }}
    locale={locale}
    aria-label={label}
    placeholder={label}
    format="YYYY-MM-DD"
    value={value === undefined ? null : dayjs(value)}
    onChange={(day) => onChange(day?.format('YYYY-MM-DD'))}
    // 'Today' of the kit is the browser's day, which may not be the platform's.
    showNow={false}
  />
)
