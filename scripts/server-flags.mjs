// Flags of Node for processes of the product. Uploads and imports move tens of megabytes through buffers that live for a
// moment. Their bytes are not in V8's heap but count against it, and from its usual sizes V8 marks the whole heap every
// few megabytes:
// - The old generation starts with 96 MiB instead of a few; what it may grow to stays as it is. A tenth of the processor
//   time of an import.
// - The young generation grows to 8 MiB instead of 16, so that it is collected, which takes a millisecond or two, before
//   the buffers in it make V8 mark everything, nearly twice in each upload of 20 MiB: with 16 fifteen of them were
//   answered after 214 and 223 ms in the middle, with 8 after 154. In turn, two rounds of `npm run bench -- import
//   together endpoint-ratio`: an import of 100,000 rows takes 0.91 and 0.92 of the floor instead of 0.99 and 0.97, two
//   at once 1.01 and 1.13 instead of 1.23 and 1.17, endpoints answer 0.65 of what Fastify alone does instead of 0.61
//   and 0.62. Of 4 MiB endpoints answer less (0.58, 0.59).
// - They count against the limit of the whole heap. Otherwise V8 marks everything for each 64 MiB of them, twice in each
//   import of 100,000 rows: 130 of the 2,300 ms of a processor that it takes. In turn, two imports at once take 2,157,
//   2,225 and 2,341 ms instead of 2,468, 2,360 and 2,469, with 1 such collection in ten imports instead of 29, and the
//   server has 342 MiB at the peak instead of 304, 357 after forty imports and sixty uploads of 20 MiB.
const sizes = ['--initial-old-space-size=96', '--max-semi-space-size=8']
const counted = '--external-memory-accounted-in-global-limit'

/** @param major the Node that gets them: one that does not know a flag does not start */
export const serverFlags = (major = 24) => (major === 24 ? [...sizes, counted] : sizes)
