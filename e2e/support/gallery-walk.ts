import type { BrowserContext, Page } from 'playwright-core'
import { type ScreenState, statesOf } from '../../apps/web/src/gallery/screen-example.ts'
import { screenExamples } from '../../apps/web/src/gallery/screens.ts'
import { picture } from './browser.ts'
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

/** Opens the pages that walk: each waits more than it works, so several share a processor. */
export const openWalkers = (context: BrowserContext, count: number): Promise<Page[]> =>
  Promise.all(Array.from({ length: count }, () => context.newPage()))

/** Walks all pages through the screens until none is left. @returns what is wrong */
export async function walkAll(pages: readonly Page[], screens: readonly ScreenWalk[], look: string): Promise<Wrong> {
  const left = screens.values()
  const walking = pages.map(async (page) => {
    const wrong: Wrong = {}
    for (const screen of left) Object.assign(wrong, await walkScreen(page, screen, look))
    return wrong
  })
  return Object.assign({}, ...(await Promise.all(walking)))
}

/** Looks at a screen in one state after the other, loading the page once, and anew after a state that failed it. */
export async function walkScreen(page: Page, { screen, states }: ScreenWalk, look: string): Promise<Wrong> {
  const wrong: Wrong = {}
  const complaints = complaintsOf(page)
  let isLoaded = false
  for (const state of states) {
    const found: Found | Failed = await inspect(page, screen, state, { complaints, isLoaded, look }).catch(
      (error: unknown) => ({ error: String(error), said: complaints.splice(0) }),
    )
    isLoaded = !('error' in found)
    if (!isFine(found)) wrong[`${screen}, ${state}`] = found
  }
  page.removeAllListeners('console').removeAllListeners('pageerror')
  return wrong
}

type Found = { overflow: number; faults: string[]; said: string[] }
type Failed = { error: string; said: string[] }

const isFine = (found: Found | Failed): boolean =>
  !('error' in found) && found.overflow <= 0 && found.faults.length === 0 && found.said.length === 0

/** A matter of how quick the machine is: the style sheet that names the font came late. */
const lateFont = /was preloaded using link preload but not used within a few seconds/

async function inspect(
  page: Page,
  screen: string,
  state: ScreenState,
  { complaints, isLoaded, look }: { complaints: string[]; isLoaded: boolean; look: string },
): Promise<Found> {
  if (isLoaded) await ask(page, 'show-example', state)
  else await page.goto(`/gallery.html?screen=${screen}&state=${state}`, { timeout: stepMs })
  await untilSettled(page, state)
  const overflow = await overflowOf(page)
  const faults = await faultsOf(page)
  await picture(page, `gallery-${look}-${screen}-${state}`)
  // What it says when it goes is its own, too.
  await ask(page, 'leave-example')
  await untilSettled(page, 'left')
  return { overflow, faults, said: complaints.splice(0).filter((complaint) => !lateFont.test(complaint)) }
}

const ask = (page: Page, name: string, detail?: string): Promise<void> =>
  page.evaluate(
    ([asked, what]) => void window.dispatchEvent(new CustomEvent(asked as string, { detail: what })),
    [name, detail],
  )

const untilSettled = (page: Page, state: string): Promise<void> =>
  page.locator(`html[data-settled=${state}]`).waitFor({ state: 'attached', timeout: stepMs })

/** How long an example may take to load, to settle, and to go: seconds on a slow machine. What takes longer is named. */
const stepMs = 60_000

/** The time of a part, in which each of its examples may use up its own. */
export const partMs = ({ screens }: Part): number =>
  screens.reduce((sum, { states }) => sum + states.length * 3 * stepMs, stepMs)
