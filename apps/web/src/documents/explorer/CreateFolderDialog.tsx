import { NameDialog } from './NameDialog.tsx'

type Props = {
  /** Where the folder will lie, e.g. 'Pipelines / Bikes'. */
  place: string
  /** Makes the folder; false leaves the dialog open. */
  onCreate: (name: string) => Promise<boolean>
  onClose: () => void
}

/** 'Create Folder': a name, 'Validate' once there is one (FLD-009). A failure is only logged and leaves it open (D-126). */
export function CreateFolderDialog({ place, onCreate, onClose }: Props) {
  return (
    <NameDialog
      title="Create Folder"
      confirm="Validate"
      place={place}
      onName={async (name) => ((await onCreate(name)) ? null : '')}
      onClose={onClose}
    />
  )
}
