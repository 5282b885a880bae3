import type { DataSink, DataSource, DocKind, ListenerInfo } from '@millrace/contract'
import { maskListeners, maskSinks, maskSources } from './address-secrets.ts'

/**
 * A version as the audit keeps it: what is sent to addresses is no more in it than in an answer (S6). Who reads the
 * audit may edit every pipeline, so queries stay.
 */
export function auditedContent(kind: DocKind, name: string, content: object): object {
  if (kind !== 'pipeline' || !('dataSources' in content)) return { name, ...content }
  const { dataSources, dataSinks, listeners } = content as {
    dataSources: DataSource[]
    dataSinks?: DataSink[]
    listeners?: ListenerInfo[]
  }
  return {
    name,
    ...content,
    dataSources: maskSources(dataSources, { showQueries: true }),
    ...(dataSinks && { dataSinks: maskSinks(dataSinks) }),
    ...(listeners && { listeners: maskListeners(listeners) }),
  }
}
