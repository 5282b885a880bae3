import ELK, { type ELK as Elk, type ElkNode } from 'elkjs/lib/elk-api.js'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'

type Running = { elk: Elk; broken: Promise<never> }
let running: Running | null = null

/**
 * Lays a graph out in a worker, which is started by the first one and kept.
 * @throws Error when the worker does not load, or ELK refuses the graph
 */
export function layOut(graph: ElkNode): Promise<ElkNode> {
  running ??= start()
  return Promise.race([running.elk.layout(graph), running.broken])
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
  return { elk: new ELK({ algorithms: ['layered'], workerFactory: () => worker }), broken }
}
