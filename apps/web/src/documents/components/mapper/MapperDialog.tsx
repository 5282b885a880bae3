import type { Component, ComponentInstance } from '@millrace/contract'
import type { MappingSettings } from '@millrace/contract/components/mapping.rule'
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
import { codeComponent } from './model/code-component.ts'
import { ruleSchemaOf } from './model/mapping-edits.ts'
import { SourceFields } from './SourceFields.tsx'
import { TargetFields } from './TargetFields.tsx'
import { useFields } from './use-fields.ts'
import { useMappedRecord } from './use-mapped-record.ts'
import { useMapping } from './use-mapping.ts'
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
  const settingsSchema = block.inputs.find(({ name }) => name === 'settings')?.inputSchema
  const ruleSchema = useMemo(() => ruleSchemaOf(settingsSchema), [settingsSchema])
  const fields = useFields(draft, byId, instance.name)
  const samples = useSamples(draft, fields.input)
  const sources = useMemo(() => fields.sourcesWith(samples.record), [fields, samples.record])
  const mapping = useMapping(first, sources, fields.targets)
  const { settings, rows, unfilled, connect } = mapping
  const context = useMemo(() => parseJson(draft.testContext) ?? {}, [draft.testContext])
  const mapped = useMappedRecord(block._id, settings, samples.record, context)
  const [carried, setCarried] = useState<string | null>(null)
  const [asCode, setAsCode] = useState(false)
  const close = () => confirmClose(settings !== first && !readOnly, on.onClose)
  return (
    <Dialog
      title={`Mapping of ${instance.name}`}
      width={95}
      onCancel={close}
      footer={
        <>
          <Button
            disabled={settings.fields === undefined || !canBeCode(block)}
            title={canBeCode(block) ? undefined : 'Let the instance stand for the newest version of Map fields first'}
            onClick={() => setAsCode(true)}
          >
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
          told={mapping.told}
          onMatch={mapping.match}
          onChange={mapping.change}
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
            onRule={mapping.setRule}
          />
        </div>
      </div>
      {asCode && (
        <MappingCodeDialog
          component={codeComponent({
            ...{ draft, instance, block, folder, settings },
            schemas: fields,
            samples: parseJson(samples.text),
          })}
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

/** The first version of the block took wrong values otherwise: it has no output for them. */
const canBeCode = ({ outputs }: Component): boolean => outputs.some(({ name }) => name === 'wrong')
