import { useState } from 'react'
import styles from './gallery-index.module.css'
import { screenExamples } from './screens.ts'
import { type ScreenExample, type ScreenState, screenStates, statesOf } from './screen-example.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
type Size = keyof typeof sizes
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const addressOf = (screen: string, state: ScreenState, theme?: Theme) =>
  `gallery.html?${new URLSearchParams({ screen, state, ...(theme === undefined ? {} : { theme }) })}`

/** Every screen in every state, each in a frame of its own. */
export function GalleryIndex() {
  const [name, setName] = useState('all')
  const [state, setState] = useState<ScreenState | 'all'>('full')
  const [size, setSize] = useState<Size>('desktop')
  const [theme, setTheme] = useState<Theme>('light')
  const shown = screenExamples.filter((example) => name === 'all' || example.name === name)
  return (
    <main className={styles.page}>
      <h1>Gallery</h1>
      <p className={styles.bar}>
        <Choice
          label="Screen"
          value={name}
          options={['all', ...screenExamples.map((one) => one.name)]}
          onChange={setName}
        />
        <Choice label="State" value={state} options={['all', ...screenStates]} onChange={setState} />
        <Choice label="Size" value={size} options={Object.keys(sizes) as Size[]} onChange={setSize} />
        <Choice label="Theme" value={theme} options={themes} onChange={setTheme} />
      </p>
      {shown.map((example) => (
        <section key={example.name} className={styles.screen}>
          <h2>{example.name}</h2>
          <p className={styles.bar}>
            {statesOf(example).map((one) => (
              <a key={one} href={addressOf(example.name, one)} target="_blank" rel="noreferrer">
                {one}
              </a>
            ))}
          </p>
          <div className={styles.frames}>
            {statesOf(example)
              .filter((one) => state === 'all' || one === state)
              .map((one) => (
                <Frame key={one} example={example} state={one} size={size} theme={theme} />
              ))}
          </div>
        </section>
      ))}
    </main>
  )
}

function Frame({
  example,
  state,
  size,
  theme,
}: {
  example: ScreenExample
  state: ScreenState
  size: Size
  theme: Theme
}) {
  return (
    <figure className={styles[size]}>
      <figcaption>{state}</figcaption>
      <iframe
        key={theme}
        title={`${example.name}, ${state}`}
        src={addressOf(example.name, state, theme)}
        loading="lazy"
        {...sizes[size]}
      />
    </figure>
  )
}

function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly T[]
  onChange: (value: T) => void
}) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}
