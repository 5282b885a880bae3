type Props = {
  label: string
  ids: readonly string[]
  picked: ReadonlySet<string>
  onPick: (ids: readonly string[], on: boolean) => void
  disabled?: boolean
}

/** The box above a column of boxes: ticks or clears all of them, half ticked where some are. */
export function PickAll({ label, ids, picked, onPick, disabled = false }: Props) {
  const count = ids.filter((id) => picked.has(id)).length
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={count > 0 && count === ids.length}
      disabled={disabled}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && count < ids.length
      }}
      onChange={(event) => onPick(ids, event.target.checked)}
    />
  )
}
