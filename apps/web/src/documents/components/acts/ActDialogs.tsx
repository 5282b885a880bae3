import type { Component } from '@millrace/contract'
import { toast } from '../../../state/toasts.ts'
import { NameDialog } from '../../explorer/NameDialog.tsx'
import { createItem } from '../../folders/item-calls.ts'
import type { ComponentDraft, ComponentEdit } from '../model/draft.ts'
import { type KnownPorts, portsOnLink } from '../model/connecting.ts'
import { addInstance, insertOnLink, setConstants, setInstanceOf } from '../model/edits.ts'
import type { ComponentEditing } from '../use-component-editor.ts'
import type { UsedComponents } from '../use-used-components.ts'
import { isMapFields } from '../map-fields.ts'
import { MapperDialog } from '../mapper/MapperDialog.tsx'
import { renamePart } from './acts.ts'
import { AddDialog } from './AddDialog.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { PortDialog } from './PortDialog.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import type { ActDialog, DiagramActs } from './use-diagram-acts.ts'

type Props = { editing: ComponentEditing; used: UsedComponents; known: KnownPorts; acts: DiagramActs }

/** The dialog that is open over the diagram. */
export function ActDialogs({ editing, used, known, acts }: Props) {
  const { value: draft, selected, apply, readOnly } = editing
  const { dialog, closeDialog, refuseInstance } = acts
  if (dialog === null) return null
  switch (dialog.act) {
    case 'add':
      return (
        <AddDialog
          title="Add a component"
          confirm="Add"
          refuseInstance={refuseInstance}
          onTake={(component) => {
            apply(addInstance(draft, component))
            return null
          }}
          onClose={closeDialog}
        />
      )
    case 'insert': {
      const link = draft.links[dialog.link]
      return (
        <AddDialog
          title={`Insert a component on ${link?.name ?? 'the link'}`}
          confirm="Insert"
          refuseInstance={refuseInstance}
          onTake={(component) => insert(component, dialog.link)}
          onClose={closeDialog}
        />
      )
    }
    case 'connect':
      return <ConnectDialog draft={draft} selected={selected} known={known} onEdit={apply} onClose={closeDialog} />
    case 'settings':
      return settings(dialog.instance)
    case 'port':
      return <PortDialog draft={draft} side={dialog.side} index={dialog.index} onEdit={apply} onClose={closeDialog} />
    case 'rename': {
      const { element } = dialog
      return (
        <NameDialog
          title="Rename"
          label="Name"
          confirm="Rename"
          name={draft[element.part][element.index]?.name ?? ''}
          onName={(name) => {
            const edit = renamePart(draft, element, name)
            if (typeof edit === 'string') return Promise.resolve(edit)
            apply(edit)
            return Promise.resolve(null)
          }}
          onClose={closeDialog}
        />
      )
    }
    case 'group':
      return (
        <NameDialog
          title="Group into a component"
          label="Name of the new component"
          confirm="Group"
          onName={(name) => makeGroup(dialog, name)}
          onClose={closeDialog}
        />
      )
  }

  function settings(index: number) {
    const instance = draft.instances[index]
    if (instance === undefined) return null
    const component = used.byId.get(instance.instanceOf)
    const shared = { draft, instance, readOnly, onClose: closeDialog }
    if (component === undefined || !isMapFields(component))
      return (
        <SettingsDialog
          {...shared}
          component={component}
          onApply={(values) => apply(setConstants(draft, index, values))}
        />
      )
    const { settings: _, ...others } = instance.values ?? {}
    return (
      <MapperDialog
        {...shared}
        block={component}
        byId={used.byId}
        folder={editing.base.folder}
        onApply={(mapping) => apply(setConstants(draft, index, { ...others, settings: mapping }))}
        onTurned={(id) => apply(turnInto(draft, index, id, others))}
      />
    )
  }

  function insert(component: Component, index: number): string | null {
    const ports = portsOnLink(draft, index, component, known)
    if (ports === null) return `${component.name} has no input or no output: it cannot stand on a link.`
    apply(insertOnLink(draft, index, component, ports))
    return null
  }

  /** The new component lies beside the open one, as a draft. */
  async function makeGroup({ group }: Extract<ActDialog, { act: 'group' }>, name: string): Promise<string | null> {
    const item = { name, folder: editing.base.folder, content: group.content as never }
    const made = await createItem('component', item, true)
    if (made.problem !== null) return made.problem
    apply(group.replace({ _id: made.id, name }))
    toast.success(`${name} is a component of its own now, beside this one.`)
    return null
  }
}

/** A component takes the place of a mapping, whose settings it has no port for. */
function turnInto(
  draft: ComponentDraft,
  index: number,
  id: string,
  others: Readonly<Record<string, unknown>>,
): ComponentEdit | null {
  const turned = setInstanceOf(draft, index, id)
  const bare = turned && setConstants(turned.value, index, others)
  return turned && { ...turned, value: bare?.value ?? turned.value }
}
