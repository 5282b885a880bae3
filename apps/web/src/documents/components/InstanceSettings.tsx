import { lazy, Suspense, use, useState } from 'react'
import { createPortal } from 'react-dom'
import { type PickerProps, useFormControl } from '../../forms/form-control.ts'
import { Button } from '../../ui/Button.tsx'
import { CodedComponentContext } from './CodeField.tsx'
import { isMapFields } from './map-fields.ts'

const MapperDialog = lazy(() =>
  import('./mapper/MapperDialog.tsx').then((module) => ({ default: module.MapperDialog })),
)
const SettingsDialog = lazy(() =>
  import('./acts/SettingsDialog.tsx').then((module) => ({ default: module.SettingsDialog })),
)

/** What an instance always gets: of Map fields a mapping, of others a form of their settings and constants. */
export function InstanceSettings({ pointer, value, onChange, disabled, readOnly }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  const around = use(CodedComponentContext)
  const { change } = useFormControl()
  const index = Number(/\/instances\/(\d+)\//.exec(pointer)?.[1])
  const instance = around?.draft.instances[index]
  const block = instance && around?.used.byId.get(instance.instanceOf)
  if (around === null || instance === undefined || block === undefined) return null
  const isMapping = isMapFields(block)
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`${isMapping ? 'Mapping' : 'Settings'} of ${instance.name}`}>
        {isMapping ? 'Mapping' : 'Settings'}
      </Button>
      {/* Outside of the table: what is in its cells does not wrap. */}
      {isOpen &&
        createPortal(
          <Suspense>
            {isMapping ? (
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
            ) : (
              <SettingsDialog
                draft={around.draft}
                instance={instance}
                component={block}
                readOnly={disabled || readOnly}
                onApply={(values) => onChange(Object.keys(values).length === 0 ? undefined : values)}
                onClose={() => setOpen(false)}
              />
            )}
          </Suspense>,
          document.body,
        )}
    </>
  )
}
