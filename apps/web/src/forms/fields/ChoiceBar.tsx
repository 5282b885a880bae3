import { Select } from 'antd'
import { inDialog } from '../../ui/in-dialog.ts'
import type { Lock } from './part-props.ts'
import styles from '../form.module.css'
import type { Choice } from '../shape/choice.ts'

type Props = { choice: Choice; label: string; lock: Lock; onChoose: (key: string, index: number) => void }

/** Which of several schemas, or of several types, a value follows. */
export const ChoiceBar = ({ choice: { key, options, index }, label, lock, onChoose }: Props) => (
  <Select
    className={styles.choice}
    aria-label={`Kind of ${label === '' ? 'value' : label}`}
    disabled={lock !== null}
    showSearch={options.length > 8 && { optionFilterProp: 'label' }}
    popupMatchSelectWidth={false}
    getPopupContainer={inDialog}
    options={options.map(({ title }, value) => ({ value, label: title }))}
    value={index}
    onChange={(chosen) => onChoose(key, chosen)}
  />
)
