import type { Component, ComponentInstance } from '@millrace/contract'
import { type MappingSettings, unfilledFields } from '@millrace/contract/components/mapping.rule'
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { confirmClose } from '../../../ui/confirm-close.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ComponentDraft } from '../model/draft.ts'
import styles from './mapper.module.css'
import { MapperBar } from './MapperBar.tsx'
import { ruleSchemaOf, type Source, targetRows, withMatches, withRule, withSource } from './model/mapping-edits.ts'
import { SourceFields } from './SourceFields.tsx'
import { TargetFields } from './TargetFields.tsx'
import { useFields } from './use-fields.ts'
import { useMappedRecord } from './use-mapped-record.ts'
import { parseJson, useSamples } from './use-samples.ts'

type Props = {
  draft: ComponentDraft
  instance: ComponentInstance
  /** The version of Map fields that the instance stands for. */
  block: Component
  byId: ReadonlyMap<string, Component>
  readOnly: boolean
  onApply: (settings: MappingSettings) => void
  onClose: () => void
}

/** The settings of an instance of Map fields as a mapping, with one record mapped beside it. */
export function MapperDialog({ draft, instance, block, byId, readOnly, onApply, onClose }: Props) {
  const [first] = useState(() => (instance.values?.settings ?? {}) as MappingSettings)
  const [settings, setSettings] = useState(first)
  const settingsSchema = block.inputs.find(({ name }) => name === 'settings')?.inputSchema
  const ruleSchema = useMemo(() => ruleSchemaOf(settingsSchema), [settingsSchema])
  const fields = useFields(draft, byId, instance.name)
  const samples = useSamples(draft, fields.input)
  const sources = useMemo(() => fields.sourcesWith(samples.record), [fields, samples.record])
  const context = useMemo(() => parseJson(draft.testContext) ?? {}, [draft.testContext])
  const mapped = useMappedRecord(block._id, settings, samples.record, context)
  const [carried, setCarried] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const rows = useMemo(() => targetRows(fields.targets, settings), [fields.targets, settings])
  const unfilled = useMemo(() => unfilledFields(fields.targets, settings, sources), [fields.targets, settings, sources])
  const connect = (path: string, source: Source) => {
    const target = rows.find((row) => row.path === path) ?? { path, type: 'unknown', required: false }
    setSettings((now) =>
      withRule(
        now,
        path,
        withSource(
          now.fields?.find(({ to }) => to === path),
          target,
          source,
          sources,
        ),
      ),
    )
  }
  const match = () => {
    const { settings: next, count } = withMatches(settings, sources, fields.targets)
    setSettings(next)
    setTold(
      count === 0
        ? 'No further field has the name of a source.'
        : count === 1
          ? '1 field joined.'
          : `${count} fields joined.`,
    )
  }
  const close = () => confirmClose(settings !== first && !readOnly, onClose)
  return (
    <Dialog
      title={`Mapping of ${instance.name}`}
      width={95}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {!readOnly && (
            <Button
              tone="primary"
              onClick={() => {
                if (settings !== first) onApply(settings)
                onClose()
              }}
            >
              Apply
            </Button>
          )}
        </>
      }
    >
      <div className={styles.mapper}>
        <MapperBar
          settings={settings}
          schema={settingsSchema}
          readOnly={readOnly}
          canMatch={fields.targets.length > 0 && sources.length > 0}
          told={told}
          onMatch={match}
          onChange={setSettings}
          onAdd={(path) => connect(path, { kind: 'value' })}
        />
        {unfilled.length > 0 && (
          <Notice look="line" role="status">
            Required, and nothing fills {unfilled.length === 1 ? 'it' : 'them'}: {unfilled.join(', ')}
          </Notice>
        )}
        {mapped.problem !== null && (
          <Notice look="line" tone="error" role="status">
            {mapped.problem}
          </Notice>
        )}
        <div className={styles.panes}>
          <SourceFields sources={sources} samples={samples} readOnly={readOnly} onCarry={setCarried} />
          <TargetFields
            rows={rows}
            settings={settings}
            ruleSchema={ruleSchema}
            sources={sources}
            unfilled={unfilled}
            result={samples.record === undefined ? null : mapped}
            carried={carried}
            readOnly={readOnly}
            onConnect={connect}
            onRule={(path, rule) => setSettings((now) => withRule(now, path, rule))}
          />
        </div>
      </div>
    </Dialog>
  )
}
