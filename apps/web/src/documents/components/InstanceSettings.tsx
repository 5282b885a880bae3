import type { Component } from '@millrace/contract'
import { mapFieldsName } from '@millrace/contract/components/mapping.rule'
import { lazy, Suspense, use, useState } from 'react'
import { type PickerProps, useFormControl } from '../../forms/form-control.ts'
import { Button } from '../../ui/Button.tsx'
import { CodedComponentContext } from './CodeField.tsx'

const MapperDialog = lazy(() =>
  import('./mapper/MapperDialog.tsx').then((module) => ({ default: module.MapperDialog })),
)

/** The settings of an instance of Map fields, edited as a mapping; other instances have nothing to set here. */
export function InstanceSettings({ pointer, value, onChange, disabled, readOnly }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  const around = use(CodedComponentContext)
  const { change } = useFormControl()
  const index = Number(/\/instances\/(\d+)\//.exec(pointer)?.[1])
  const instance = around?.draft.instances[index]
  const block = instance && around?.used.byId.get(instance.instanceOf)
  if (around === null || instance === undefined || block === undefined || !isMapFields(block)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Mapping of ${instance.name}`}>
        Mapping
      </Button>
      {isOpen && (
        <Suspense>
          <MapperDialog
            draft={around.draft}
            instance={instance}
            block={block}
            byId={around.used.byId}
            readOnly={disabled || readOnly}
            folder={around.folder}
            onTurned={(id) => {
              const { settings: _, ...others } = (value ?? {}) as Record<string, unknown>
              change(`/instances/${index}/instanceOf`, id)
              onChange(Object.keys(others).length === 0 ? undefined : others)
            }}
            onApply={(settings) => onChange({ ...(value as object | undefined), settings })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const isMapFields = ({ readyMade, name }: Component): boolean => readyMade === true && name === mapFieldsName
