import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line between a program and a server that fails when a test wants it to. */
export type FaultProxy = {
  /** The address of the server, led through the proxy. */
  through: string
  /** Bytes that went from the program to the server since the last plan. */
  passed(): number
  /** Cuts the line once so many more bytes went to the server, in the middle of whatever they are. */
  cutAfter(bytes: number): void
  /**
   * Cuts the line at the next COMMIT: `kept` lets it reach the server and loses the answer, `lost` loses the COMMIT
   * itself. Resolves with the moment (performance.now) of the cut.
   */
  cutAtCommit(which: 'kept' | 'lost'): Promise<number>
  /** Cuts every line at once. */
  cut(): void
  /** While down nobody gets through, as when the server is gone; `down(true)` cuts the open lines too. */
  down(yes: boolean): void
  /** Moment (performance.now) of the last cut; null when there was none since the last plan. */
  lastCut(): number | null
  close(): void
}

const answerLostMs = 100
/** As a statement of its own in either protocol, not within `on commit drop`. */
const commitStatement = /(?:^|[^a-z ])commit\0?$/i

/** A proxy in front of the server of this address (`postgresql://…`, `mysql://…`, `http://…`) on a free loopback port. */
export async function startFaultProxy(address: string): Promise<FaultProxy> {
  const target = new URL(address)
  const lines = new Set<Socket>()
  let isDown = false
  let passed = 0
  let left = Number.POSITIVE_INFINITY
  let atCommit: { which: 'kept' | 'lost'; told: (moment: number) => void } | null = null
  let lastCut: number | null = null

  const cutLine = (near: Socket, far: Socket): void => {
    lastCut = performance.now()
    near.destroy()
    far.destroy()
  }
  const plan = (): void => {
    passed = 0
    left = Number.POSITIVE_INFINITY
    lastCut = null
  }
  const server = createServer((near) => {
    if (isDown) return void near.resetAndDestroy()
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      lines.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => lines.delete(socket))
    }
    far.on('data', (data) => near.write(data))
    near.on('data', (data) => {
      passed += data.length
      if (data.length > left) {
        const half = data.subarray(0, left)
        left = Number.POSITIVE_INFINITY
        far.write(half, () => cutLine(near, far))
        return
      }
      left -= data.length
      if (atCommit === null || !commitStatement.test(data.toString('latin1'))) {
        far.write(data)
        return
      }
      const { which, told } = atCommit
      atCommit = null
      if (which === 'lost') {
        cutLine(near, far)
        told(performance.now())
        return
      }
      // The server has it and answers; the answer never arrives.
      far.removeAllListeners('data')
      far.write(data, () =>
        setTimeout(() => {
          cutLine(near, far)
          told(performance.now())
        }, answerLostMs),
      )
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(address)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as { port: number }).port)
  const cut = (): void => {
    lastCut = performance.now()
    for (const socket of lines) socket.destroy()
  }
  return {
    through: through.href,
    passed: () => passed,
    cutAfter(bytes) {
      plan()
      left = bytes
    },
    cutAtCommit(which) {
      plan()
      return new Promise((told) => {
        atCommit = { which, told }
      })
    },
    cut,
    down(yes) {
      isDown = yes
      if (yes) cut()
    },
    lastCut: () => lastCut,
    close() {
      for (const socket of lines) socket.destroy()
      server.close()
    },
  }
}
