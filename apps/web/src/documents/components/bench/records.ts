/** One record of a list on an input: only this one goes in. `index` counts from 0. */
export type ChosenRecord = { port: string; index: number }
/** Inputs whose payload is a list, with how many records it has. */
export type RecordPort = { name: string; count: number }

/** The inputs that can be gone through record by record. */
export function recordPorts(payload: unknown, inputs: readonly { name: string }[]): RecordPort[] {
  if (!isObject(payload)) return []
  return inputs.flatMap(({ name }) => {
    const list = Object.hasOwn(payload, name) ? payload[name] : undefined
    return Array.isArray(list) && list.length > 0 ? [{ name, count: list.length }] : []
  })
}

/** The payload with the chosen record alone on its input; the other inputs stay whole. */
export function withRecord(payload: unknown, chosen: ChosenRecord | null): unknown {
  if (chosen === null || !isObject(payload)) return payload
  const list = payload[chosen.port]
  return Array.isArray(list) ? { ...payload, [chosen.port]: list.slice(chosen.index, chosen.index + 1) } : payload
}

/** What is left of a choice when the payload has changed. */
export function settleRecord(chosen: ChosenRecord | null, ports: readonly RecordPort[]): ChosenRecord | null {
  const port = ports.find(({ name }) => name === chosen?.port)
  if (chosen === null || port === undefined) return null
  return chosen.index < port.count ? chosen : { ...chosen, index: port.count - 1 }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
