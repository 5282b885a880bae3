import { Select } from 'antd'
import { inDialog } from '../../ui/in-dialog.ts'
import type { Lock } from './part-props.ts'
import styles from '../form.module.css'
import type { Choice } from '../shape/choice.ts'

type Props = {
  choice: Choice
  label: string
  lock: Lock
  onChoose: (key: string, index: number) => void
  /** What leaving the value out is called, where that is one of the choices. */
  absent?: string | undefined
  isAbsent?: boolean
  onLeaveOut?: () => void
  autoFocus?: boolean
}

const leftOut = -1

/** Which of several schemas, or of several types, a value follows. */
export const ChoiceBar = ({ choice: { key, options, index }, label, lock, onChoose, ...rest }: Props) => (
  <Select
    className={styles.choice}
    aria-label={`Kind of ${label === '' ? 'value' : label}`}
    disabled={lock !== null}
    autoFocus={rest.autoFocus ?? false}
    showSearch={options.length > 8 && { optionFilterProp: 'label' }}
    popupMatchSelectWidth={false}
    getPopupContainer={inDialog}
    options={[
      ...(rest.absent === undefined ? [] : [{ value: leftOut, label: rest.absent }]),
      ...options.map(({ title }, value) => ({ value, label: title })),
    ]}
    value={rest.isAbsent === true ? leftOut : index}
    onChange={(chosen) => (chosen === leftOut ? rest.onLeaveOut?.() : onChoose(key, chosen))}
  />
)
