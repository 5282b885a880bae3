import { texts } from '@millrace/contract/errors'
import { missingProperties } from '@millrace/contract/pipelines/pipeline.rule'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SendingBar } from '../uploads/SendingBar.tsx'
import { SourceCards } from '../uploads/SourceCards.tsx'
import { StepLog } from '../uploads/StepLog.tsx'
import { sendingOf } from '../uploads/sending.ts'
import type { SendingAtOnce } from '../uploads/use-sending-at-once.ts'
import { useIsImporting } from './use-is-importing.ts'
import { CountryFiles } from './CountryFiles.tsx'
import { useCountriesWithFiles } from './use-countries-with-files.ts'
import { useSources } from './use-sources.ts'
import { StepColumns } from './StepColumns.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { choiceReasons, uploadReasons } from './wizard-readiness.ts'
import styles from './wizard.module.css'

type Props = WizardProps & { sending: SendingAtOnce }

/**
 * Step 2: a file or a fetch for each source, sent as soon as it is chosen. Next goes on once all of it has arrived
 * (UPL-015); where every source has a valid last upload, nothing is sent at all (UPL-018).
 */
export function UploadStep({ place, pipeline, go, sending }: Props) {
  const { files, own } = useSources(pipeline)
  const importing = useIsImporting(pipeline)
  const missing = missingProperties(pipeline)
  const countries = useCountriesWithFiles(pipeline)
  const given = sending.given(pipeline._id)
  const ofCountries = countries.map((country) => ({ country, given: sending.given(country._id) }))
  const underWay = sendingOf([given, ...ofCountries.map((one) => one.given)].flatMap(({ choices }) => [...choices]))
  const followed = [
    ...(files?.flatMap(({ upload }) => upload?._id ?? []) ?? []),
    ...ofCountries.flatMap((one) => [...one.given.sent]),
  ]
  const countryReasons = ofCountries.flatMap((one) =>
    choiceReasons(one.given).map((reason) => `${one.country.name}: ${reason}`),
  )
  // The sources of several countries are called the same.
  const nameRun = (uploadId: string) => ({
    name: ofCountries.find((one) => one.given.sent.has(uploadId))?.country.name ?? pipeline.name,
  })
  return (
    <>
      {missing.length > 0 && (
        <Notice role="alert">
          {pipeline.name} {texts.missingProperties}: {missing.join(', ')}
        </Notice>
      )}
      <StepColumns
        content={
          <Stack fill>
            <SourceCards
              pipelineId={pipeline._id}
              files={files}
              own={own}
              choices={given.choices}
              onChoose={(kind, what) => sending.choose(pipeline._id, kind, what)}
              disabled={missing.length > 0}
              importing={importing}
            />
            {countries.length > 0 && <CountryFiles countries={countries} sending={sending} />}
          </Stack>
        }
        logs={
          <Panel title="Logs" grow flush>
            <div className={styles.fill}>
              <StepLog lines={sending.lines} />
              <div className={styles.logs}>
                <LiveLogs
                  filter={followed.length > 0 ? { uploadId: followed } : null}
                  emptyText={texts.noLogs}
                  height="100%"
                  name={`${pipeline.name} uploads`}
                  {...(countries.length > 0 && { nameRun })}
                />
              </div>
            </div>
          </Panel>
        }
      />
      <WizardFooter
        onPrevious={() => go(previousPlace(place))}
        onNext={() => go(nextPlace(place))}
        reasons={
          files === undefined
            ? ['Waiting for the last uploads']
            : [...uploadReasons(pipeline, files, given), ...countryReasons]
        }
      >
        {underWay !== null && <SendingBar sending={underWay} onStop={sending.stop} />}
      </WizardFooter>
    </>
  )
}
