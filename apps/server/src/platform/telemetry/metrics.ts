import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FileStore } from '../files/file-store.ts'

export type Metrics = {
  /** A finished request; `call` is the contract's name, `code` the envelope's. */
  requestEnded(call: string, code: number, seconds: number): void
  /** A published endpoint answered; `status` is HTTP's. */
  endpointCalled(endpoint: string, status: number, seconds: number): void
  /** All of it in Prometheus' text form. */
  text(): Promise<string>
  readonly contentType: string
}

/** Figures of this process for Prometheus, in a registry of its own so that two servers in a test do not mix. */
export function createMetrics({ files }: { files: FileStore }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'millrace_call_seconds',
    help: 'Time to answer a call, by call and code of the envelope',
    labelNames: ['call', 'code'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })
  const endpoints = new Histogram({
    name: 'millrace_endpoint_seconds',
    help: 'Time to answer a call of a published endpoint, by its path and the HTTP status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  // Looking the labels up takes longer than counting.
  const ofEndpoint = new Map<string, { observe(seconds: number): void }>()
  new Gauge({
    name: 'millrace_files_free_bytes',
    help: 'Free space where files are kept',
    registers: [registry],
    async collect() {
      this.set(await files.freeBytes())
    },
  })
  return {
    requestEnded: (call, code, seconds) => requests.observe({ call, code: String(code) }, seconds),
    endpointCalled(endpoint, status, seconds) {
      const key = `${status} ${endpoint}`
      const known = ofEndpoint.get(key) ?? endpoints.labels({ endpoint, status: String(status) })
      ofEndpoint.set(key, known)
      known.observe(seconds)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
