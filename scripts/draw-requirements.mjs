// node scripts/draw-requirements.mjs [seed] [count]: draws covered requirements, whose behaviour somebody then breaks
// to see that their tests fail. The same seed over the same covered ids draws the same ids.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coverage, idsInTitles, readRequirements, requirementsPage, testFiles } from './coverage-requirements.mjs'

/**
 * Draws without putting back (Fisher-Yates over mulberry32).
 * @param {string[]} ids @param {number} seed @param {number} count
 * @returns {string[]} `count` of them, or all in another order where there are fewer
 */
export function draw(ids, seed, count) {
  const random = randomFrom(seed)
  const left = [...ids].sort()
  const drawn = []
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1))
  return drawn
}

function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seed, count] = [Number(process.argv[2] ?? Date.now() % 2 ** 32), Number(process.argv[3] ?? 15)]
  if (![seed, count].every((value) => Number.isSafeInteger(value) && value >= 0)) {
    console.error('Seed and count are whole numbers: node scripts/draw-requirements.mjs [seed] [count]')
    process.exit(2)
  }
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const requirements = readRequirements(readFileSync(join(root, requirementsPage), 'utf8'))
  const found = testFiles(root).flatMap((path) => idsInTitles(readFileSync(path, 'utf8')))
  const { covered } = coverage(requirements, found)
  console.log(`seed ${seed}, ${Math.min(count, covered.length)} of ${covered.length} covered`)
  for (const id of draw(covered, seed, count)) console.log(id)
}
