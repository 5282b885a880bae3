import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BlockOutlined,
  CloudUploadOutlined,
  ClusterOutlined,
  DatabaseOutlined,
  DownloadOutlined,
  ExperimentOutlined,
  FileSearchOutlined,
  HistoryOutlined,
  NotificationOutlined,
  PartitionOutlined,
  ScheduleOutlined,
  SyncOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { GaugeIcon, InfoIcon } from '../ui/glyphs.tsx'

const icons: Record<string, ComponentType> = {
  '/overview': GaugeIcon,
  '/import/upload': CloudUploadOutlined,
  '/import/jobs': ScheduleOutlined,
  '/export/index': DownloadOutlined,
  '/consult/upload': FileSearchOutlined,
  '/consult/import': HistoryOutlined,
  '/manage/pipeline': ApartmentOutlined,
  '/manage/schemas': PartitionOutlined,
  '/manage/components': BlockOutlined,
  '/manage/update-lock-pipeline': SyncOutlined,
  '/manage/endpoints': ApiOutlined,
  '/manage/listeners': NotificationOutlined,
  '/manage/databases': DatabaseOutlined,
  '/manage/allowed-modules': AppstoreOutlined,
  '/manage/users': TeamOutlined,
  '/manage/audit': AuditOutlined,
  '/testing/index': ExperimentOutlined,
  pipeline: ClusterOutlined,
}

/** The drawing of a page in sidebar and palette; 'pipeline' stands for any pipeline. */
export function RouteIcon({ path }: { path: string }) {
  const Icon = icons[path] ?? InfoIcon
  // The kit's icons bring a name of their own; here the title beside them is the name.
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  )
}
