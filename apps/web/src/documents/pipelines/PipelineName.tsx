import type { PipelineListItem } from '@millrace/contract'
import { seesVersions } from '@millrace/contract/roles'
import { useSession } from '../../access/sessions/use-session.ts'
import { VersionPill } from '../../ui/VersionPill.tsx'
import styles from './pipelines.module.css'

type Props = {
  pipeline: Pick<PipelineListItem, 'name' | 'version' | 'vLocked'> & { isMaster?: boolean }
  /** 'v4' instead of 'Version 4 (Prod)', where rows are narrow. */
  short?: boolean
}

/** Name of a pipeline, marked when it is a master; version number and lock or edit icon except for role user (PIC-004). */
export function PipelineName({ pipeline, short = false }: Props) {
  const { role } = useSession()
  return (
    <span className={styles.name}>
      <span>{pipeline.name}</span>
      {pipeline.isMaster && <span className={styles.master}>Master</span>}
      {seesVersions(role) && <VersionPill version={pipeline.version} locked={pipeline.vLocked} short={short} />}
    </span>
  )
}
