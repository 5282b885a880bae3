import { timeChoices } from '@millrace/contract/schedules/pattern.rule'
import { ChoiceInput } from './ChoiceInput.tsx'

const options = timeChoices.map((value) => ({ value, label: value }))

type Props = { value: string | undefined; onChange: (time: string) => void; disabled?: boolean }

/** A time of day from 00:00 to 23:45 in quarter hours (IMP-027); typing '6:1' finds it. */
export const TimeInput = ({ value, onChange, disabled = false }: Props) => (
  <ChoiceInput label="Time" options={options} value={value} onChange={onChange} disabled={disabled} width={92} />
)
