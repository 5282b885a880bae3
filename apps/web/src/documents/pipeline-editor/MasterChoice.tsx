import type { PipelineListItem } from '@millrace/contract'
import { versionText } from '@millrace/contract/versions/version.rule'
import { Select } from 'antd'
import { useCall } from '../../api/use-call.ts'
import type { PickerProps } from '../../forms/form-control.ts'
import { inDialog } from '../../ui/in-dialog.ts'
import { useVersionTitle } from '../pickers/use-version-title.ts'
import { useEditedPipeline } from './edited-pipeline.ts'
import styles from './pipeline-editor.module.css'

const titleOf = ({ name, version, vLocked }: PipelineListItem): string => `${name}, ${versionText(version, vLocked)}`

/** The master a country inherits from: choosing one copies what it has into the form, clearing it empties that (PIP-014). */
export function MasterChoice({ value, onChange: _, type: __, pointer: ___, readOnly, ...props }: PickerProps) {
  const { base, fetching, chooseMaster } = useEditedPipeline()
  const { data, error, isPending, refetch } = useCall('GET /pipelines/masters')
  const id = typeof value === 'string' && value !== '' ? value : null
  const versions = new Set(base.versions.map(({ _id }) => _id))
  const masters = (data ?? []).filter(({ _id }) => !versions.has(_id))
  const title = useVersionTitle('pipeline', id)
  const isListed = masters.some(({ _id }) => _id === id)
  const { disabled, placeholder, ...named } = props
  if (readOnly) return <input {...named} className={styles.text} readOnly value={title ?? ''} />
  const other = id === null || isListed ? [] : [{ value: id, label: title ?? id }]
  return (
    <Select
      {...named}
      className={styles.select ?? ''}
      {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled || fetching === 'master'}
      loading={isPending || fetching === 'master'}
      placeholder={placeholder ?? 'Choose a master'}
      notFoundContent={error === null ? 'There is no master that you see' : error.message}
      getPopupContainer={inDialog}
      onOpenChange={(open) => open && error !== null && void refetch()}
      options={[...other, ...masters.map((master) => ({ value: master._id, label: titleOf(master) }))]}
      value={id}
      onChange={(next: string | undefined) => chooseMaster(next ?? null)}
    />
  )
}
