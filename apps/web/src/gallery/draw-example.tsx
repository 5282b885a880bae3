import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import 'virtual:tokens.css'
import '@fontsource-variable/inter/wght.css'
import '../app/base.css'
import { storeTokens } from '../api/stored-tokens.ts'
import { createAppRouter } from '../app/router.tsx'
import { sessionInfo } from '../access/sessions/session.examples.ts'
import { watchTheme } from '../theme/theme-choice.ts'
import { idleFor, serveExample } from './example-server.ts'
import { setExampleLogs } from './example-socket.ts'
import { isMobile } from '../ui/use-mobile.ts'
import { forgetExample } from './forget-example.ts'
import { spoilWorkers } from './spoiled-worker.ts'
import { screenExamples } from './screens.ts'
import { answersIn, type ExampleName, type ScreenExample, type ScreenState, screenStates } from './screen-example.ts'

/**
 * Draws one screen of the app in a state, with made-up answers instead of a server. Whoever walks through all of them
 * asks the page for the next one (`leave-example`, then `show-example` with its name): loading the app anew takes four
 * times as long as drawing a screen. An example whose workers are spoiled is loaded by itself.
 */
export function drawExample(name: ExampleName): void {
  const { worker } = exampleOf(name.screen)
  if (worker !== undefined) spoilWorkers(worker)
  watchTheme()
  let root = show(name)
  window.addEventListener('leave-example', () => void leave(root))
  window.addEventListener('show-example', ({ detail }: CustomEventInit<ExampleName>) => {
    if (detail !== undefined) root = show(detail)
  })
}

function exampleOf(screen: string): ScreenExample {
  const example = screenExamples.find(({ name }) => name === screen)
  if (example === undefined) throw new Error(`There is no example ${screen}`)
  return example
}

function show({ screen, state: wanted }: ExampleName): Root {
  const example = exampleOf(screen)
  const state = screenStates.find((one) => one === wanted)
  if (state === undefined) throw new Error(`There is no state ${wanted} of ${example.name}`)
  const session = example.as === null ? {} : { 'GET /users/info': sessionInfo(example.as) }
  serveExample({ ...session, ...answersIn(state, example) }, state)
  setExampleLogs(state === 'full' || state === 'long' ? (example.logs ?? []) : [])
  if (example.as !== null) storeTokens({ value: 'example', expireAt: '2999-01-01T00:00:00.000Z' }, 'example')
  // The router would take the query of the gallery for that of the screen.
  const at = state === 'empty' ? (example.emptyAt ?? example.at) : example.at
  window.history.replaceState(null, '', `${window.location.pathname}#${at}`)
  const root = createRoot(document.getElementById('root') as HTMLElement)
  root.render(
    <StrictMode>
      <RouterProvider router={createAppRouter()} />
    </StrictMode>,
  )
  void settle(example, state)
  return root
}

/** Takes the screen away and marks the page once nothing of it is left. */
async function leave(root: Root): Promise<void> {
  root.unmount()
  // What its parts do when they go is done in a task of its own.
  await sleep(0)
  forgetExample()
  document.documentElement.dataset.settled = 'left'
}

const quietMs = 120
/** What an example says to press comes within this time, seconds on a slow machine, or is missed. */
const pressWithinMs = 20_000
/** What a press opens is there within this time, or it opens nothing. */
const opensWithinMs = 2000
/** Parts that are fetched come within this time, or never. */
const calmWithinMs = 6000

/** Presses what the example says and marks the page once nothing is under way, so that checks know when to look. */
async function settle({ press = [], pressOn, file, worker }: ScreenExample, state: ScreenState): Promise<void> {
  const isThere = pressOn === undefined || !isMobile()
  const isFinished = state === 'loading' || worker !== undefined
  const quiet = async () => {
    await idle()
    if (!isFinished) await calm()
  }
  await document.fonts.ready
  await quiet()
  if (isThere && (state === 'full' || state === 'long') && (press.length > 0 || file !== undefined)) {
    for (const name of press) await pressButton(name)
    if (file !== undefined) await chooseFile(file)
    await quiet()
  }
  document.documentElement.dataset.settled = state
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Something is drawn, nothing is asked, and the line over the page that tells of a navigation is gone. */
async function idle(): Promise<void> {
  const isOnItsWay = () => document.querySelector('#root > *') === null || document.querySelector('#nprogress') !== null
  while (idleFor() < quietMs || isOnItsWay()) await sleep(25)
}

const unfinished = 'main div[aria-busy=true], main [role=status][aria-label=Loading]'

/** Parts that are fetched, and what is worked out in the background, have come. */
async function calm(): Promise<void> {
  const end = performance.now() + calmWithinMs
  while (performance.now() < end && document.querySelector(unfinished) !== null) await sleep(25)
  await sleep(quietMs)
}

/** What comes within a few seconds, or nothing. */
async function awaited<E extends Element>(
  find: () => E | null | undefined,
  withinMs = pressWithinMs,
): Promise<E | null> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    const found = find()
    if (found) return found
    await sleep(50)
  }
  return null
}

const pressable = 'button:enabled, input[type=checkbox]:enabled, [role=radio], [role=row], [role=treeitem]'

async function pressButton(name: string): Promise<void> {
  const button = await awaited(() =>
    [...document.querySelectorAll<HTMLElement>(pressable)].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent).includes(name),
    ),
  )
  // An example that shows less than it says would be found without fault.
  if (button === null) return console.error(`There is nothing to press that is called ${name}`)
  const before = countElements()
  button.click()
  // A dialog is fetched when it is first wanted; what only looks different is there at once.
  await awaited(() => (countElements() === before ? null : document.body), opensWithinMs)
}

const countElements = (): number => document.querySelectorAll('body *').length

async function chooseFile({ name, text }: { name: string; text: string }): Promise<void> {
  const field = await awaited(() => document.querySelector<HTMLInputElement>('input[type=file]'))
  if (field === null) return
  const chosen = new DataTransfer()
  chosen.items.add(new File([text], name))
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  // Its content is read before anything is asked.
  await sleep(quietMs)
}
