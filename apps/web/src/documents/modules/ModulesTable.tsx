import type { Module, ModuleState, Tag } from '@millrace/contract'
import { ProjectBadges } from '../../access/badges/ProjectBadges.tsx'
import { Button } from '../../ui/Button.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { cardArea, type Column, Table } from '../../ui/Table.tsx'
import { deleteModule, installAgain } from './module-actions.ts'
import styles from './modules.module.css'

// MOD-001, with the state of the installation.
const columns: readonly Column[] = [
  'Name',
  'Version',
  { title: 'Download', wide: true },
  { title: 'State', wide: true },
  { title: 'Badges', wide: true },
  { title: <span className="visually-hidden">Actions</span>, className: styles.menu },
]

type Props = {
  modules: readonly Module[]
  badges: ReadonlyMap<string, Tag>
  onEdit: (module: Module) => void
}

/** Modules as rows; those supplied with the product have no menu (D-140). */
export const ModulesTable = ({ modules, badges, onEdit }: Props) => (
  <Table label="Allowed modules" columns={columns} className={styles.table} cards="minmax(0, 1fr) auto 44px" headless>
    {modules.map((module) => (
      <tr key={module._id}>
        <td className={styles.name} style={cardArea('1 / 1')}>
          {module.name}
        </td>
        <td className="mono" style={cardArea('1 / 2')}>
          {module.version}
        </td>
        <td data-label="Download" style={cardArea('4 / 1 / auto / -1')}>
          <Switch
            aria-label={`${module.name} ${module.version} is downloaded`}
            checked={module.download}
            disabled
            onChange={() => undefined}
          />
        </td>
        <td className={styles.state} style={cardArea('2 / 1 / auto / -1')}>
          <State module={module} />
        </td>
        <td style={cardArea('3 / 1 / auto / -1')}>
          <ProjectBadges ids={module.tags} byId={badges} />
        </td>
        <td className={styles.menu} data-end style={cardArea('1 / 3')}>
          {!module.builtin && (
            <RowActions
              of={`${module.name} ${module.version}`}
              actions={[
                { label: 'Edit', run: () => onEdit(module) },
                { label: 'Delete', danger: true, run: () => void deleteModule(module) },
              ]}
            />
          )}
        </td>
      </tr>
    ))}
  </Table>
)

const states: Record<ModuleState, { tone: Tone; text: string }> = {
  listed: { tone: 'quiet', text: 'Not installed' },
  installing: { tone: 'busy', text: 'Installing' },
  ready: { tone: 'ok', text: 'Ready' },
  failed: { tone: 'error', text: 'Failed' },
}

/** What became of the installation: why it failed stands beside the button that tries again. */
function State({ module }: { module: Module }) {
  const { tone, text } = states[module.state]
  if (module.builtin) return <StatusTag tone="ok">Comes with the product</StatusTag>
  return (
    <span role="status">
      <StatusTag tone={tone}>{text}</StatusTag>
      {module.reason !== null && <span className={styles.reason}>{module.reason}</span>}
      {module.state === 'failed' && module.download && (
        <Button
          tone="link"
          aria-label={`Try again: ${module.name} ${module.version}`}
          onClick={() => void installAgain(module)}
        >
          Try again
        </Button>
      )}
    </span>
  )
}
