import type { DataSource, DocKind } from '@millrace/contract'
import { maskSourceSecrets } from './source-secrets.ts'

/** A version as the audit keeps it: what sources send in headers and keys is no more in it than in an answer (S6). */
export function auditedContent(kind: DocKind, name: string, content: object): object {
  if (kind !== 'pipeline' || !('dataSources' in content)) return { name, ...content }
  return { name, ...content, dataSources: maskSourceSecrets(content.dataSources as DataSource[]) }
}
