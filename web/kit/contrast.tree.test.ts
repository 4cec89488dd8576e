import { equal, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The colors of a theme. */
const coloursOf = (theme: 'light' | 'dark'): ReadonlyMap<string, string> =>
  new Map(
    [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, theme === 'light' ? light : dark],
    ),
  )

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['bg', 'surface', 'sunken', 'hover', 'selected']
const inks = [
  'text',
  'muted',
  'accent',
  'critical',
  'high',
  'medium',
  'low',
  'info',
  'fail',
  'pass',
  'manual',
]

for (const theme of ['light', 'dark'] as const) {
  test(`every ink is legible on every surface of the ${theme} theme`, () => {
    const colours = coloursOf(theme)
    const of = (name: string): string => {
      const colour = colours.get(name)
      ok(colour, `${name} has a colour of its own in each theme`)
      return colour
    }
    for (const ink of inks) {
      for (const surface of surfaces) {
        const ratio = contrast(of(ink), of(surface))
        ok(ratio >= 4.5, `${ink} on ${surface}: ${ratio.toFixed(2)}`)
      }
    }
    ok(contrast(of('on-accent'), of('accent')) >= 4.5)
    // WCAG 1.4.11: borders of controls.
    for (const surface of ['bg', 'surface', 'sunken', 'hover'])
      ok(contrast(of('edge'), of(surface)) >= 3, `edge on ${surface}`)
  })
}

test('every colour stands once, with both themes in it', () => {
  const written = css.match(/#[0-9a-f]{3,8}\b/g) ?? []
  equal(written.length, coloursOf('light').size * 2)
})
