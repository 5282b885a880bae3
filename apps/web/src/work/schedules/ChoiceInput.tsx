import { Select } from 'antd'

type Props<T extends string | number> = {
  label: string
  /** Shown while nothing is chosen; the label otherwise. */
  placeholder?: string
  options: readonly { value: T; label: string }[]
  value: T | undefined
  onChange: (value: T) => void
  disabled?: boolean
  /** In px. */
  width: number
}

/** One choice of a list: opened, typed into and picked by keyboard as well. */
export function ChoiceInput<T extends string | number>(props: Props<T>) {
  const { label, placeholder = label, options, value, onChange, disabled = false, width } = props
  return (
    <Select<T>
      style={{ width }}
      aria-label={label}
      placeholder={placeholder}
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...options]}
      value={(value ?? null) as T}
      onChange={(chosen) => onChange(chosen)}
    />
  )
}
