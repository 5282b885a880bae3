import type { DataSource, FindingGroup, Upload } from '@millrace/contract'
import { formatCount } from '../../ui/format.ts'

type Judged = {
  upload: Pick<Upload, 'counts'>
  source: Pick<DataSource, 'tolerance' | 'connectorType'>
  fromMaster: boolean
  /** Commonest first. */
  causes: readonly Pick<FindingGroup, 'message'>[]
  /** Why the file could not be read to its end; undefined where its records are to blame. */
  problem: string | undefined
}

/** Why a file is invalid, how many of its records that concerns, and what to do, in one sentence. */
export function verdictWords({ upload: { counts }, source, fromMaster, causes, problem }: Judged): string {
  const what = fromMaster
    ? 'replace it on the master'
    : source.connectorType === 'manual'
      ? 'correct the file and replace it'
      : 'correct it where it comes from and fetch it again'
  if (counts !== null && isBeyond(counts, source.tolerance)) {
    const some = `${formatCount(counts.records)} record${counts.records === 1 ? '' : 's'}`
    const are = counts.rejected === 1 ? 'is' : 'are'
    const limit = source.tolerance ? `more than the ${percent(source.tolerance)} that may be` : 'and none may be'
    return `${formatCount(counts.rejected)} of ${some} ${are} rejected${causeWords(causes)}, ${limit}: ${what}.`
  }
  const read = counts?.records ?? 0
  const records =
    read === 0 ? 'no record could be read' : `only ${formatCount(read)} record${read === 1 ? '' : 's'} could be read`
  return `${problem?.replace(/\.$/, '') ?? 'The file cannot be read'}; ${records}: ${what}.`
}

/** Whether more records are rejected than the source tolerates; otherwise the file as a whole is to blame. */
export const isBeyond = ({ records, rejected }: NonNullable<Upload['counts']>, tolerance = 0): boolean =>
  rejected > tolerance * records

function causeWords(causes: Judged['causes']): string {
  const [first, second] = causes
  if (first === undefined) return ''
  return ` (${second === undefined ? '' : 'most often: '}${first.message})`
}

/** '5 %', '0.5 %' */
const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`
