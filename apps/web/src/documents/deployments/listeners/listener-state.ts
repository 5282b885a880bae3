import type { DeployedListener } from '@millrace/contract'
import type { Tone } from '../../../ui/StatusTag.tsx'

type State = { word: string; tone: Tone }

const states: Record<DeployedListener['state'], State> = {
  listening: { word: 'Listening', tone: 'ok' },
  stopped: { word: 'Stopped', tone: 'quiet' },
  error: { word: 'Error', tone: 'error' },
}

/** The state in a word, with its colour; one that somebody has paused says so. */
export const stateWords = ({ state, paused }: Pick<DeployedListener, 'state' | 'paused'>): State =>
  paused ? { word: 'Paused', tone: 'warn' } : states[state]

const kinds: Record<DeployedListener['kind'], string> = {
  amqp: 'AMQP queue',
  mqtt: 'MQTT topic',
  nats: 'NATS JetStream subject',
  http: 'HTTP posts',
}
export const kindWords = ({ kind }: Pick<DeployedListener, 'kind'>): string => kinds[kind]
