/**
 * React's JSX runtime, which shows characters that reorder text (direction controls and marks, such as U+202E) as
 * U+FFFD, like reports do. Names, tags and messages of clouds and imported files may have them, and could make the text
 * around them say something else. Every text of the app is created here, so no screen can forget it. Responses keep
 * these characters: the app sends filter values, mutelists and notes back, and must not change them. Values of form
 * fields are not replaced for the same reason. The compiler option `jsxImportSource` selects this module.
 */
import { jsx as one, jsxs as several } from 'react/jsx-runtime'

export { Fragment, type JSX } from 'react/jsx-runtime'

const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const allDirections = new RegExp(directions, 'g')
const texts = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder', 'label']

const reorders = (value: unknown): boolean =>
  typeof value === 'string'
    ? directions.test(value)
    : Array.isArray(value) && value.some((item) => reorders(item))

function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(allDirections, '\ufffd')
  return Array.isArray(value) ? value.map(shown) : value
}

type Props = Readonly<Record<string, unknown>>

function shownProps(type: unknown, props: Props): Props {
  // A component may compare or copy its properties. The text that it shows is created here too.
  const names = typeof type === 'string' ? ['children', ...texts] : ['children']
  const changed = names.filter((name) => reorders(props[name]))
  if (changed.length === 0) return props
  return { ...props, ...Object.fromEntries(changed.map((name) => [name, shown(props[name])])) }
}

type Create = typeof one
export const jsx: Create = (type, props, key) => one(type, shownProps(type, props as Props), key)
export const jsxs: Create = (type, props, key) =>
  several(type, shownProps(type, props as Props), key)
/** For Vite's development server. */
export const jsxDEV: Create = (type, props, key) =>
  (Array.isArray((props as Props)['children']) ? jsxs : jsx)(type, props, key)
