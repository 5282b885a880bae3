import { describe, expect, it } from 'vitest'
import { type ColourName, colours, type Theme, tokensCss } from './tokens.ts'

/** Relative luminance of '#RRGGBB' (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(front: ColourName, back: ColourName, theme: Theme): number {
  const [a, b] = [luminance(colours[front][theme]), luminance(colours[back][theme])]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const texts: [ColourName, ColourName][] = [
  ...(['text-1', 'text-2', 'text-3', 'accent'] as const).flatMap((front) =>
    (['page', 'panel', 'header', 'hover', 'selected'] as const).map(
      (back) => [front, back] as [ColourName, ColourName],
    ),
  ),
  ['ok', 'ok-back'],
  ['ok', 'panel'],
  ['warn', 'warn-back'],
  ['warn', 'panel'],
  ['error', 'error-back'],
  ['error', 'panel'],
  ['text-1', 'ok-back'],
  ['text-1', 'warn-back'],
  ['text-1', 'error-back'],
  ['text-2', 'warn-back'],
  ['text-2', 'error-back'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-danger', 'error'],
  ['sidebar-text', 'sidebar'],
  ['sidebar-text', 'sidebar-hover'],
  ['sidebar-text', 'sidebar-selected'],
  ['sidebar-quiet', 'sidebar'],
]
const edges: [ColourName, ColourName][] = [
  ['input-border', 'panel'],
  ['accent', 'panel'],
  ['sidebar-accent', 'sidebar-selected'],
]

describe.each(['light', 'dark'] as const)('colours of the %s theme', (theme) => {
  it.each(texts)('%s is readable on %s (4.5 : 1)', (front, back) => {
    expect(contrast(front, back, theme)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(edges)('%s stands out from %s (3 : 1)', (front, back) => {
    expect(contrast(front, back, theme)).toBeGreaterThanOrEqual(3)
  })
})

describe('tokensCss', () => {
  it('has every colour once per theme, and the light ones on paper', () => {
    const [light, dark, paper] = tokensCss().split(":root[data-theme='dark']") as [string, string, string]
    expect(dark).toMatch(/@media print{$/)
    for (const [name, value] of Object.entries(colours)) {
      expect(light).toContain(`--${name}:${value.light};`)
      expect(dark).toContain(`--${name}:${value.dark};`)
      expect(paper).toContain(`--${name}:${value.light};`)
    }
  })
})
