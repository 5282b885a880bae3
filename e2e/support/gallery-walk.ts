import type { BrowserContext, Page } from 'playwright-core'
import { type ExampleName, type ScreenState, statesOf } from '../../apps/web/src/gallery/screen-example.ts'
import { screenExamples } from '../../apps/web/src/gallery/screens.ts'
import { picture, takesPictures } from './browser.ts'
import { complaintsOf, faultsOf, overflowOf } from './looks.ts'

/** A screen with the states in which it is looked at. */
export type ScreenWalk = { screen: string; states: readonly ScreenState[] }
/** Some of the screens, with the first and the last one in the title. */
export type Part = { title: string; screens: readonly ScreenWalk[] }
/** What is wrong, by the example that has it: `wizard-plan, long`. */
export type Wrong = Record<string, unknown>

/** So many screens make a part: some forty examples, which take seconds, and on a slow machine a minute. */
const partSize = 8

/** All screens with those of their states, in parts that fail each for itself. */
export function partsOf(wanted: readonly ScreenState[]): Part[] {
  const walks = screenExamples.map((example) => ({
    screen: example.name,
    states: statesOf(example).filter((state) => wanted.includes(state)),
  }))
  const parts: Part[] = []
  for (let from = 0; from < walks.length; from += partSize) {
    const screens = walks.slice(from, from + partSize)
    parts.push({ title: `${screens[0]?.screen} to ${screens.at(-1)?.screen}`, screens })
  }
  return parts
}

/** A page that walks, and whether the example it shows can be followed by another without loading the page anew. */
export type Walker = { page: Page; complaints: string[]; isLoaded: boolean }

/** Opens the pages that walk: each waits more than it works, so several share a processor. */
export const openWalkers = (context: BrowserContext, count: number): Promise<Walker[]> =>
  Promise.all(Array.from({ length: count }, async () => startWalk(await context.newPage())))

export const startWalk = (page: Page): Walker => ({ page, complaints: complaintsOf(page), isLoaded: false })

/**
 * Walks all pages through the screens of all parts, one after the other, without a stop between two parts.
 * @returns of each part what is wrong, once it is walked
 */
export function walkParts(walkers: readonly Walker[], parts: readonly Part[], look: string): Promise<Wrong>[] {
  const ends = parts.map(({ screens }) => ({ left: screens.length, wrong: {}, ...Promise.withResolvers<Wrong>() }))
  const screens = ends.flatMap((end, i) => (parts[i]?.screens ?? []).map((screen) => ({ end, screen }))).values()
  const walk = async (walker: Walker) => {
    for (const { end, screen } of screens) {
      Object.assign(end.wrong, await walkScreen(walker, screen, look))
      if (--end.left === 0) end.resolve(end.wrong)
    }
  }
  Promise.all(walkers.map(walk)).catch((error: unknown) => {
    for (const { reject } of ends) reject(error)
  })
  return ends.map(({ promise }) => {
    // Its failure is met by who waits for the part.
    promise.catch(() => {})
    return promise
  })
}

/**
 * Looks at a screen in one state after the other. The page is loaded once for all screens, and anew after a state that
 * failed it and for a screen whose workers are spoiled.
 */
export async function walkScreen(walker: Walker, { screen, states }: ScreenWalk, look: string): Promise<Wrong> {
  const wrong: Wrong = {}
  const isSpoiled = screenExamples.some(({ name, worker }) => name === screen && worker !== undefined)
  if (isSpoiled) walker.isLoaded = false
  for (const state of states) {
    const found: Found | Failed = await inspect(walker, screen, state, look).catch((error: unknown) => ({
      error: String(error),
      said: walker.complaints.splice(0),
    }))
    walker.isLoaded = !('error' in found)
    if (!isFine(found)) wrong[`${screen}, ${state}`] = found
  }
  if (isSpoiled) walker.isLoaded = false
  return wrong
}

type Found = { overflow: number; faults: string[]; said: string[] }
type Failed = { error: string; said: string[] }

const isFine = (found: Found | Failed): boolean =>
  !('error' in found) && found.overflow <= 0 && found.faults.length === 0 && found.said.length === 0

/** A matter of how quick the machine is: the style sheet that names the font came late. */
const lateFont = /was preloaded using link preload but not used within a few seconds/

/**
 * Draws a page at a tenth of its size, which costs less: what is looked at is its layout and its computed colours, which
 * stay as they are.
 */
async function drawSmall(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (size === null || takesPictures) return
  const link = await page.context().newCDPSession(page)
  await link.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false, scale: 0.1 })
}

async function inspect(
  { page, complaints, isLoaded }: Walker,
  screen: string,
  state: ScreenState,
  look: string,
): Promise<Found> {
  if (isLoaded) await ask(page, 'show-example', { screen, state })
  else {
    await drawSmall(page)
    await page.goto(`/gallery.html?screen=${screen}&state=${state}`, { timeout: stepMs })
  }
  await untilSettled(page, state)
  const overflow = await overflowOf(page)
  const faults = await faultsOf(page)
  await picture(page, `gallery-${look}-${screen}-${state}`)
  // What it says when it goes is its own, too.
  await ask(page, 'leave-example')
  await untilSettled(page, 'left')
  return { overflow, faults, said: complaints.splice(0).filter((complaint) => !lateFont.test(complaint)) }
}

const ask = (page: Page, name: string, detail?: ExampleName): Promise<void> =>
  page.evaluate(([asked, what]) => void window.dispatchEvent(new CustomEvent(asked as string, { detail: what })), [
    name,
    detail,
  ] as const)

const untilSettled = (page: Page, state: string): Promise<void> =>
  page.locator(`html[data-settled=${state}]`).waitFor({ state: 'attached', timeout: stepMs })

/** How long an example may take to load, to settle, and to go: seconds on a slow machine. What takes longer is named. */
const stepMs = 60_000

/** The time of a part, in which each of its examples may use up its own. */
export const partMs = ({ screens }: Part): number =>
  screens.reduce((sum, { states }) => sum + states.length * 3 * stepMs, stepMs)
