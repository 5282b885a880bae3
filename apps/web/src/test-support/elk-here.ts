import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js'

const elk = new ELK({ algorithms: ['layered'] })

/** ELK without the worker, which jsdom does not have; for `vi.mock` of the diagram's layout. */
export const layOut = (graph: ElkNode): Promise<ElkNode> => elk.layout(graph)

/** Nothing to prepare here. */
export const prepareLayout = async (): Promise<void> => {}
