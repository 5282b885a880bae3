import type { Component, ComponentInstance } from '@millrace/contract'
import { mappingCode } from '@millrace/contract/components/mapping-code.rule'
import { type MappingSettings, unfilledFields } from '@millrace/contract/components/mapping.rule'
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { confirmClose } from '../../../ui/confirm-close.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Spacer } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ComponentDraft } from '../model/draft.ts'
import styles from './mapper.module.css'
import { MapperBar } from './MapperBar.tsx'
import { MappingCodeDialog } from './MappingCodeDialog.tsx'
import { ruleSchemaOf, type Source, targetRows, withMatches, withRule, withSource } from './model/mapping-edits.ts'
import { SourceFields } from './SourceFields.tsx'
import { TargetFields } from './TargetFields.tsx'
import { type MappingFields, useFields } from './use-fields.ts'
import { useMappedRecord } from './use-mapped-record.ts'
import { parseJson, useSamples } from './use-samples.ts'

type Props = {
  draft: ComponentDraft
  instance: ComponentInstance
  /** The version of Map fields that the instance stands for. */
  block: Component
  byId: ReadonlyMap<string, Component>
  readOnly: boolean
  /** Where a component made of the mapping goes: beside the one that is edited. */
  folder: string
  onApply: (settings: MappingSettings) => void
  /** A component with this id does what the mapping did. */
  onTurned: (componentId: string) => void
  onClose: () => void
}

/** The settings of an instance of Map fields as a mapping, with one record mapped beside it. */
export function MapperDialog({ draft, instance, block, byId, readOnly, folder, ...on }: Props) {
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
  const [asCode, setAsCode] = useState(false)
  const close = () => confirmClose(settings !== first && !readOnly, on.onClose)
  return (
    <Dialog
      title={`Mapping of ${instance.name}`}
      width={95}
      onCancel={close}
      footer={
        <>
          <Button disabled={settings.fields === undefined} onClick={() => setAsCode(true)}>
            Turn into code
          </Button>
          <Spacer />
          <Button onClick={close}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {!readOnly && (
            <Button
              tone="primary"
              onClick={() => {
                if (settings !== first) on.onApply(settings)
                on.onClose()
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
      {asCode && (
        <MappingCodeDialog
          component={componentOf({ draft, instance, block, settings, fields, samples: samples.text, folder })}
          readOnly={readOnly}
          onMade={(id) => {
            on.onTurned(id)
            on.onClose()
          }}
          onClose={() => setAsCode(false)}
        />
      )}
    </Dialog>
  )
}

type Mapping = Pick<Props, 'draft' | 'instance' | 'block' | 'folder'> & {
  settings: MappingSettings
  fields: MappingFields
  samples: string
}

/** A component whose code does what the mapping does, with the ports of the block. */
function componentOf({ draft, instance, block, settings, fields, samples, folder }: Mapping) {
  const records = { type: 'array', items: { type: 'object' } }
  return {
    name: `${draft.name} ${instance.name}`,
    folder,
    kind: 'function' as const,
    description: `Maps records as the settings of ${instance.name} did.`,
    inputs: [{ name: 'records', inputSchema: fields.sourceSchema ?? records }],
    outputs: block.outputs.map(({ name, outputSchema }) => ({
      name,
      outputSchema: name === 'records' ? (fields.targetSchema ?? outputSchema) : outputSchema,
    })),
    jsCode: mappingCode(settings, block.jsCode),
    testPayload: JSON.stringify({ records: parseJson(samples) ?? [] }, null, 2),
    testContext: draft.testContext,
  }
}
