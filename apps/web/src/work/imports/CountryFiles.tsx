import type { PipelineListItem } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { missingProperties, sourcesToUpload } from '@millrace/contract/pipelines/pipeline.rule'
import { useId, useState } from 'react'
import { useSession } from '../../access/sessions/use-session.ts'
import { useCall } from '../../api/use-call.ts'
import { describeClass } from '../../documents/pipelines/pipeline-filters.ts'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { InvalidFile } from '../uploads/InvalidFile.tsx'
import { SourceCard } from '../uploads/SourceCard.tsx'
import { UploadResult } from '../uploads/SourceResult.tsx'
import { type SourceFile, sourceFiles } from '../uploads/source-files.ts'
import type { SendingAtOnce } from '../uploads/use-sending-at-once.ts'
import { countFiles } from './count-files.ts'
import { useIsImporting } from './use-is-importing.ts'
import { useSources } from './use-sources.ts'
import { choiceReasons } from './wizard-readiness.ts'
import styles from './wizard.module.css'

type Props = { countries: readonly PipelineListItem[]; sending: SendingAtOnce }

/**
 * On a master's step 2: the files that its countries take besides the master's, folded by country. Each is sent and judged
 * as in the wizard of the country.
 */
export const CountryFiles = ({ countries, sending }: Props) => (
  <Panel title="Files of the countries" grow flush>
    {countries.map((country) => (
      <CountrySection key={country._id} country={country} sending={sending} />
    ))}
  </Panel>
)

type SectionProps = { country: PipelineListItem; sending: SendingAtOnce }

function CountrySection({ country, sending }: SectionProps) {
  const [isOpen, setOpen] = useState(false)
  // What was opened once stays followed, so that its count goes on being true.
  const [wasOpened, setOpened] = useState(false)
  const id = useId()
  const toggle = () => {
    setOpened(true)
    setOpen(!isOpen)
  }
  return (
    <div className={styles.countryFiles} role="group" aria-label={country.name}>
      <h3 className={styles.countryHead}>
        <button type="button" className={styles.fold} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <PipelineName pipeline={country} short />
        </button>
        <span className={`note ${styles.countryNote}`}>
          {describeClass(country)}: <CountryState country={country} sending={sending} />
        </span>
      </h3>
      <div id={id} hidden={!isOpen}>
        {wasOpened && <CountrySources country={country} sending={sending} />}
      </div>
    </div>
  )
}

/** '1 of 2 files valid, 1 invalid', or what is on its way. */
function CountryState({ country, sending }: SectionProps) {
  const { data, isError } = useCall('GET /uploads/last-all', { query: { pipelineId: country._id }, quiet: true })
  const reasons = choiceReasons(sending.given(country._id))
  if (reasons.length > 0) return reasons.join(', ')
  if (data === undefined) return isError ? 'its files cannot be read' : '…'
  return countFiles(ownFiles(sourceFiles(country, data, null)))
}

/** Only those that a person uploads here: neither from the master nor fetched. */
const ownFiles = (files: readonly SourceFile[]): SourceFile[] => {
  const own = new Set(sourcesToUpload(files.map(({ source }) => source)))
  return files.filter(({ source }) => own.has(source))
}

function CountrySources({ country, sending }: SectionProps) {
  const limits = useSession()
  const { files, own } = useSources(country)
  const importing = useIsImporting(country)
  const missing = missingProperties(country)
  const { choices } = sending.given(country._id)
  if (files === undefined) {
    return own.error === null ? (
      <SkeletonRows rows={2} height={48} />
    ) : (
      <ErrorPanel error={own.error} onRetry={own.refetch} />
    )
  }
  return (
    <>
      {missing.length > 0 && (
        <Notice look="line">
          {country.name} {texts.missingProperties}: {missing.join(', ')}
        </Notice>
      )}
      {ownFiles(files).map((file) => {
        const { dataSubKind } = file.source
        const choice = choices.get(dataSubKind)
        const { upload } = file
        return (
          <div key={dataSubKind} className={styles.countrySource}>
            <SourceCard
              pipelineId={country._id}
              within={country.name}
              file={file}
              uploads={own.uploads ?? []}
              limits={limits}
              choice={choice}
              disabled={missing.length > 0}
              importing={importing}
              onChoose={(what) => sending.choose(country._id, dataSubKind, what, `${dataSubKind} of ${country.name}`)}
            />
            {upload !== null && choice === undefined && (
              <section className={styles.countryResult} aria-label={`Verdict on ${dataSubKind} of ${country.name}`}>
                {upload.status === 'invalid' && <InvalidFile key={upload._id} file={file} upload={upload} />}
                <UploadResult upload={upload} isVerdictTold />
              </section>
            )}
          </div>
        )
      })}
    </>
  )
}
