import ELK, { type ELK as Elk, type ElkNode } from 'elkjs/lib/elk-api.js'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'
import { practiceGraph } from './practice-graph.ts'

type Running = { elk: Elk; broken: Promise<never>; isAsked: boolean }
let running: Running | null = null

/** A layout of this many boxes takes some 100 ms at first and 10 at last. */
const practiceLayouts = 10

/**
 * Lays a graph out in a worker, which is started by the first one and kept.
 * @throws Error when the worker does not load, or ELK refuses the graph
 */
export function layOut(graph: ElkNode): Promise<ElkNode> {
  running ??= start()
  running.isAsked = true
  return Promise.race([running.elk.layout(graph), running.broken])
}

/**
 * Starts the worker and lets it lay out a small diagram a few times, until a real one is asked for: V8 has compiled ELK
 * by then, and 300 boxes take two thirds of the time that they take as the first.
 */
export async function prepareLayout(): Promise<void> {
  if (running !== null) return
  try {
    const practising = start()
    running = practising
    for (let count = 0; count < practiceLayouts && !practising.isAsked; count++) {
      await Promise.race([practising.elk.layout(practiceGraph()), practising.broken])
    }
  } catch {
    // The first real layout starts the worker again, and tells when that fails.
  }
}

function start(): Running {
  const worker: Worker = new ElkWorker()
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      worker.terminate()
      running = null
      reject(new Error(event.message || 'The layout could not be loaded.'))
    })
  })
  // Whoever waits for a layout is told; nobody may be waiting.
  broken.catch(() => {})
  return { elk: new ELK({ algorithms: ['layered'], workerFactory: () => worker }), broken, isAsked: false }
}
