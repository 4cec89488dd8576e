/** Heights shared by the style sheet and the virtual list. */
import { useSyncExternalStore } from 'react'

/** The height of a row on a phone, which is a card of two lines. */
export const narrowRow = 64
/** Browsers limit the height of elements to about 33.5 million pixels. */
export const maxHeight = 33_000_000

/** `--row` of tokens.css, in pixels. */
export const rowHeight = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 36

const narrow = window.matchMedia('(max-width: 640px)')
const subscribe = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}
/** True if the page has the width of a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)

/** The minimum width of tracks in pixels: `110px`, `minmax(140px, 2fr)`. */
export const leastWidth = (tracks: readonly string[]): number =>
  tracks.reduce((sum, track) => sum + Number(/(\d+)px/.exec(track)?.[1] ?? 0), 0)
