import type { DataSource, ListenerInfo } from '../pipelines/pipelines.messages.ts'

/** Where messages come from (DEP-001): brokers, or posts to an address of this server. */
export const listenerKinds = ['amqp', 'mqtt', 'nats', 'http'] as const
export type ListenerKind = (typeof listenerKinds)[number]

/** Messages that were set aside. */
export const messageStates = ['held', 'dead'] as const
export type MessageState = (typeof messageStates)[number]

export const maxMessageCharacters = 2000
export const maxMessagesPerPage = 100

/** Largest message, in bytes. */
export const maxMessageBytes = 1024 * 1024

/** Messages that make an upload, and seconds after which fewer do, unless the listener says otherwise. */
const defaultGather = { count: 100, seconds: 5 }
const gatherLimits = { count: 10_000, seconds: 3600 }

const schemes: Record<Exclude<ListenerKind, 'http'>, readonly string[]> = {
  amqp: ['amqp:', 'amqps:'],
  mqtt: ['mqtt:', 'mqtts:'],
  nats: ['nats:', 'tls:'],
}

/** A listener as it is published: complete and within the limits. */
export type ReadyListener = {
  name: string
  kind: ListenerKind
  source: string
  /** '' for posts. */
  url: string
  /** Queue, topic filter or subject; '' for posts. */
  topic: string
  gatherCount: number
  gatherSeconds: number
}

type Sources = readonly Pick<DataSource, 'dataSubKind' | 'connectorType' | 'enabled' | 'contentType'>[]

/** The listener complete with its defaults, or a sentence that says what to change. */
export function readyListener(info: ListenerInfo, sources: Sources): ReadyListener | string {
  const at = `Listener ${info.name}:`
  if (info.name.trim() === '') return 'A listener needs a name.'
  if (info.kind === undefined) return `${at} choose its kind: ${listenerKinds.join(', ')}.`
  const source = sources.find(({ dataSubKind }) => dataSubKind === info.source)
  if (source === undefined || source.connectorType !== 'listener' || !source.enabled) {
    return `${at} choose an enabled data source of connector type listener.`
  }
  if (source.contentType !== 'json') return `${at} its data source must be of the content type json.`
  const count = info.gatherCount ?? defaultGather.count
  const seconds = info.gatherSeconds ?? defaultGather.seconds
  if (count < 1 || count > gatherLimits.count) return `${at} gather 1 to ${gatherLimits.count} messages.`
  if (seconds <= 0 || seconds > gatherLimits.seconds) return `${at} gather for up to ${gatherLimits.seconds} seconds.`
  const ready = { name: info.name, source: source.dataSubKind, gatherCount: count, gatherSeconds: seconds }
  if (info.kind === 'http') return { ...ready, kind: 'http', url: '', topic: '' }
  const { url = '', topic = '', kind } = info
  if (!schemes[kind].some((scheme) => url.toLowerCase().startsWith(`${scheme}//`))) {
    return `${at} its address begins with ${schemes[kind].map((scheme) => `${scheme}//`).join(' or ')}.`
  }
  if (topic.trim() === '') return `${at} name its ${kind === 'amqp' ? 'queue' : kind === 'mqtt' ? 'topic' : 'subject'}.`
  return { ...ready, kind, url, topic: topic.trim() }
}
