/** Every colour and size of the app, once: antd, plain CSS and tests read this list. */
export const colours = {
  page: { light: '#F4F6F9', dark: '#0E131B' },
  panel: { light: '#FFFFFF', dark: '#161D28' },
  header: { light: '#F8FAFC', dark: '#1B2330' },
  hover: { light: '#F8FAFC', dark: '#1B2330' },
  line: { light: '#DFE3EA', dark: '#2A3444' },
  'input-border': { light: '#8A94A6', dark: '#6B7890' },
  'text-1': { light: '#172033', dark: '#E6EBF4' },
  'text-2': { light: '#566078', dark: '#A5B0C4' },
  'text-3': { light: '#5C667B', dark: '#8E9AB0' },
  accent: { light: '#1D5FD1', dark: '#7AABFF' },
  'accent-fill': { light: '#1D5FD1', dark: '#2F6FE0' },
  'accent-fill-hover': { light: '#174EAE', dark: '#2662CF' },
  'on-accent': { light: '#FFFFFF', dark: '#FFFFFF' },
  selected: { light: '#E8F0FD', dark: '#1C2D4A' },
  ok: { light: '#14743B', dark: '#5CC98A' },
  'ok-back': { light: '#E6F4EC', dark: '#12301F' },
  warn: { light: '#8A5A00', dark: '#E5B454' },
  'warn-back': { light: '#FDF3DC', dark: '#33270C' },
  error: { light: '#C02B2B', dark: '#FF8A80' },
  'error-back': { light: '#FDECEC', dark: '#3A1A1A' },
  // Text on a button filled with the error colour.
  'on-danger': { light: '#FFFFFF', dark: '#2A0E0E' },
  'kind-violet': { light: '#7A4FD6', dark: '#7A4FD6' },
  'kind-teal': { light: '#0F766E', dark: '#0F766E' },
  // The sidebar is dark in both themes.
  sidebar: { light: '#0F1728', dark: '#0A0F18' },
  'sidebar-line': { light: '#1F2A40', dark: '#1B2330' },
  'sidebar-text': { light: '#C9D2E3', dark: '#C9D2E3' },
  'sidebar-quiet': { light: '#93A0B8', dark: '#8E9AB0' },
  'sidebar-hover': { light: '#17223A', dark: '#131B28' },
  'sidebar-selected': { light: '#1C2D4A', dark: '#1C2D4A' },
  'sidebar-accent': { light: '#7AABFF', dark: '#7AABFF' },
  backdrop: { light: 'rgb(15 23 40 / 45%)', dark: 'rgb(0 0 0 / 60%)' },
  shadow: { light: '0 8px 28px rgb(23 32 51 / 18%)', dark: '0 8px 28px rgb(0 0 0 / 55%)' },
} as const

export type ColourName = keyof typeof colours
export type Theme = 'light' | 'dark'

/** Lengths in px; `sidebar` and `mobile` are NAV-044 and NAV-045. */
export const sizes = {
  text: 13,
  'text-small': 12,
  'text-title': 15,
  line: 20,
  control: 30,
  'control-login': 36,
  'row-table': 32,
  'row-tree': 26,
  'row-log': 22,
  radius: 6,
  'radius-card': 8,
  sidebar: 210,
  'sidebar-folded': 52,
  'top-bar': 46,
} as const

/** Below this window width (px) the device counts as mobile (NAV-045). */
export const mobileBelow = 992

export const fonts = {
  sans: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  mono: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace",
} as const

const block = (theme: Theme) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value[theme]};`)
    .join('')

/** The list as CSS custom properties, light on paper whatever is chosen: `--page`, `--text-1`, …, `--size-control`, `--font-mono`. */
export function tokensCss(): string {
  const fixed = [
    ...Object.entries(sizes).map(([name, value]) => `--size-${name}:${value}px;`),
    ...Object.entries(fonts).map(([name, value]) => `--font-${name}:${value};`),
  ].join('')
  const dark = ":root[data-theme='dark']"
  const themes = `:root{color-scheme:light;${fixed}${block('light')}}${dark}{color-scheme:dark;${block('dark')}}`
  return `${themes}@media print{${dark}{color-scheme:light;${block('light')}}}`
}
