import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { Select } from 'antd'
import { inDialog } from '../../ui/in-dialog.ts'
import { Switch } from '../../ui/Switch.tsx'
import styles from '../form.module.css'
import { textOfValue } from '../shape/constants.ts'
import type { Node } from '../shape/merge.ts'
import { indexOf, optionsOf } from './options.ts'
import { controlOf, type WidgetProps } from './widget.ts'

const isEmpty = (value: unknown) => value === undefined || value === null

/** One of a list of values. A value that is none of them stays in sight until another is chosen. */
export function SelectWidget(props: WidgetProps) {
  const { value, node, kind, lock, onChange, placeholder } = props
  const options = optionsOf(node, kind)
  const index = indexOf(options, value)
  const shown = index >= 0 ? (options[index]?.title ?? '') : isEmpty(value) ? '' : textOfValue(value)
  if (lock === 'readonly') return <input {...controlOf(props)} className={styles.input} readOnly value={shown} />
  const other = index < 0 && !isEmpty(value) ? [{ value: -1, label: shown }] : []
  return (
    <Select
      {...controlOf(props)}
      className={styles.wide}
      {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
      allowClear={!props.isRequired || props.nullable}
      showSearch={options.length > 8 && { optionFilterProp: 'label' }}
      notFoundContent="Nothing matches"
      placeholder={placeholder ?? 'Choose'}
      getPopupContainer={inDialog}
      options={[...other, ...options.map(({ title }, at) => ({ value: at, label: title }))]}
      value={index < 0 && isEmpty(value) ? null : index}
      onChange={(at) => onChange(at === null || at === undefined ? undefined : options[at]?.value)}
    />
  )
}

/** Several of a list of values. Values that are not in it stay. */
export function MultiSelectWidget(props: WidgetProps) {
  const { value, node, lock, onChange } = props
  const options = optionsOf(isObject(node.items) ? node.items : {}, 'string')
  const values: unknown[] = Array.isArray(value) ? value : []
  const strange = values.filter((one) => indexOf(options, one) < 0)
  if (lock === 'readonly') {
    const titles = values.map((one) => options[indexOf(options, one)]?.title ?? textOfValue(one))
    return <input {...controlOf(props)} className={styles.input} readOnly value={titles.join(', ')} />
  }
  return (
    <Select
      {...controlOf(props)}
      className={styles.wide}
      mode="multiple"
      {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
      disabled={lock !== null}
      optionFilterProp="label"
      notFoundContent="Nothing matches"
      placeholder={props.placeholder ?? 'Choose'}
      getPopupContainer={inDialog}
      options={[
        ...options.map(({ title }, at) => ({ value: at, label: title })),
        ...strange.map((one, at) => ({ value: -1 - at, label: textOfValue(one) })),
      ]}
      value={values.map((one) => (indexOf(options, one) < 0 ? -1 - strange.indexOf(one) : indexOf(options, one)))}
      onChange={(chosen: number[]) => onChange(chosen.map((at) => (at < 0 ? strange[-1 - at] : options[at]?.value)))}
    />
  )
}

/** A list of values of which those that are in the list are ticked. The name of the field belongs to the group: pressing it ticks none. */
export function CheckboxesWidget(props: WidgetProps) {
  const { value, node, lock, onChange, id } = props
  const options = optionsOf(isObject(node.items) ? node.items : {}, 'string')
  const values: unknown[] = Array.isArray(value) ? value : []
  return (
    <div
      id={id}
      role="group"
      className={styles.options}
      aria-label={props.label}
      aria-describedby={props['aria-describedby']}
    >
      {options.map((option) => (
        <label key={JSON.stringify(option.value)}>
          <input
            type="checkbox"
            checked={
              indexOf(
                [option],
                values.find((one) => indexOf([option], one) === 0),
              ) === 0
            }
            disabled={lock !== null}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, option.value] : values.filter((one) => indexOf([option], one) < 0))
            }
          />
          {option.title}
        </label>
      ))}
    </div>
  )
}

/** One of few values, all in sight. Pressing the name of the field chooses none. */
export function RadioWidget(props: WidgetProps) {
  const { value, node, kind, lock, onChange, id } = props
  const options = optionsOf(node, kind)
  const index = indexOf(options, value)
  return (
    <div
      id={id}
      role="radiogroup"
      className={styles.options}
      aria-label={props.label}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
    >
      {options.map((option, at) => (
        <label key={JSON.stringify(option.value)}>
          <input
            type="radio"
            name={id}
            checked={at === index}
            disabled={lock !== null}
            onChange={() => onChange(option.value)}
          />
          {option.title}
        </label>
      ))}
    </div>
  )
}

/** Yes or no. */
export const CheckboxWidget = (props: WidgetProps) => (
  <input
    {...controlOf(props)}
    className={styles.checkbox}
    type="checkbox"
    checked={props.value === true}
    disabled={props.lock !== null}
    onChange={({ target }) => props.onChange(target.checked)}
  />
)

/** On or off. */
export const SwitchWidget = (props: WidgetProps) => (
  <Switch
    {...controlOf(props)}
    checked={props.value === true}
    disabled={props.lock !== null}
    onChange={(on) => props.onChange(on)}
  />
)

/** The only value a part may have: there, or not. */
export function ConstantWidget(props: WidgetProps) {
  const { node, kind, value, lock, onChange } = props
  const only = constantOf(node, kind)
  return (
    <label className={styles.constant}>
      <input
        {...controlOf(props)}
        aria-label={`${props.label}: ${textOfValue(only)}`}
        type="checkbox"
        checked={indexOf([{ value: only, title: '' }], value) === 0}
        disabled={lock !== null}
        onChange={({ target }) => onChange(target.checked ? only : undefined)}
      />
      <code>{textOfValue(only)}</code>
    </label>
  )
}

const constantOf = (node: Node, kind: string): unknown =>
  kind === 'null' && node.const === undefined ? null : node.const
