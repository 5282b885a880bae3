import styles from '../form.module.css'
import { controlOf, type WidgetProps } from './widget.ts'

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** A line of text. */
export const TextWidget = (props: WidgetProps) => (
  <input
    {...controlOf(props)}
    className={styles.input}
    value={textOf(props.value)}
    placeholder={props.placeholder}
    readOnly={props.lock === 'readonly'}
    onChange={({ target }) => props.onChange(target.value === '' ? undefined : target.value)}
  />
)

/** Several lines of text. */
export const TextareaWidget = (props: WidgetProps) => (
  <textarea
    {...controlOf(props)}
    className={styles.textarea}
    rows={4}
    value={textOf(props.value)}
    placeholder={props.placeholder}
    readOnly={props.lock === 'readonly'}
    onChange={({ target }) => props.onChange(target.value === '' ? undefined : target.value)}
  />
)
