import type { Component, JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { useCall } from '../../../api/use-call.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { nameOfType } from '../model/type-words.ts'
import styles from './acts.module.css'

/** What a component is for, its ports, and what can be set in it. */
export function ComponentDocs({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /components/find', { query: { id } })
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={5} />
  const settings = settingsOf(data)
  return (
    <section className={styles.docs} aria-label={`About ${data.name}`} tabIndex={0}>
      <h3>{data.name}</h3>
      <p>{data.description || 'Nobody has described this component yet.'}</p>
      <Facts look="rows">
        <Fact name="Inputs">{portWords(data.inputs.map((port) => [port.name, port.inputSchema]))}</Fact>
        <Fact name="Outputs">{portWords(data.outputs.map((port) => [port.name, port.outputSchema]))}</Fact>
        <Fact name="Kind">{kindWords(data)}</Fact>
      </Facts>
      {settings.length > 0 && (
        <>
          <h4>Settings</h4>
          <dl className={styles.settings}>
            {settings.map(({ name, description }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

function kindWords({ kind, isDB, isIO, recordWise }: Component): string {
  const words: string[] = [kind]
  if (recordWise) words.push('streams')
  if (isDB) words.push('uses a database')
  if (isIO) words.push('uses the network')
  return words.join(', ')
}

const portWords = (ports: readonly (readonly [string, JsonSchema])[]): string =>
  ports.length === 0 ? 'none' : ports.map(([name, schema]) => `${name} (${nameOfType(schema)})`).join(', ')

/** What the schema of the port `settings` says of each setting. */
function settingsOf({ inputs }: Component): { name: string; description: string }[] {
  const properties = inputs.find(({ name }) => name === 'settings')?.inputSchema.properties
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([key, schema]) =>
    isObject(schema) ? [{ name: textOf(schema.title) || key, description: textOf(schema.description) }] : [],
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
