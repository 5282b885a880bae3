import styles from '../form.module.css'
import { TextWidget } from './TextWidget.tsx'
import type { WidgetProps } from './widget.ts'

const isHex = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** A colour, as a text such as '#409EFF' and beside it to be chosen. */
export const ColorWidget = (props: WidgetProps) => (
  <span className={styles.color}>
    <input
      type="color"
      aria-label={`Choose ${props.label === '' ? 'a colour' : props.label}`}
      value={isHex(props.value) ? props.value : '#409eff'}
      disabled={props.lock !== null}
      onChange={({ target }) => props.onChange(target.value.toUpperCase())}
    />
    <TextWidget {...props} />
  </span>
)
