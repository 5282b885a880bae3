import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { OutboundError } from './outbound-error.ts'

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const

/** Encodings we ask for. */
export const acceptEncoding = 'gzip, deflate, br, zstd'
/** One is usual; a long chain is only good for making much of little. */
const maxEncodings = 2

/**
 * The whole answer, unpacked, in at most `maxBytes` before and after unpacking; what is too large is cut off while it
 * arrives.
 */
export async function readBody(
  body: Readable,
  about: { host: string; encoding: string; maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const { host, maxBytes, signal } = about
  const names = about.encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const unpack = names.toReversed().map((name) => {
    const make = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined
    if (make === undefined || names.length > maxEncodings) {
      body.on('error', () => undefined).destroy()
      throw new OutboundError(`The answer of ${host} is packed as ${about.encoding}, which cannot be read`)
    }
    return make()
  })
  const pieces: Buffer[] = []
  const gather = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
  })
  await pipeline([body, byteCap(host, maxBytes), ...unpack, byteCap(host, maxBytes), gather], { signal })
  return Buffer.concat(pieces)
}

/** Passes bytes on and fails once there are too many. */
function byteCap(host: string, maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes <= maxBytes) done(null, piece)
      else done(new OutboundError(`The answer of ${host} is larger than ${sizeText(maxBytes)}`))
    },
  })
}

const sizeText = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${Math.floor(bytes / 2 ** 20)} MiB` : `${Math.floor(bytes / 1024)} KiB`
