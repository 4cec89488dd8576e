import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { jsx, jsxs } from './jsx-runtime.ts'

const controls = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']

const propsOf = (element: { readonly props: unknown }): unknown => element.props

for (const control of controls)
  test(`text with ${control.codePointAt(0)?.toString(16)} is shown with U+FFFD in its place`, () => {
    const name = `a${control}b`
    deepEqual(propsOf(jsx('p', { children: name, title: name, 'aria-label': name })), {
      children: 'a\ufffdb',
      title: 'a\ufffdb',
      'aria-label': 'a\ufffdb',
    })
    deepEqual(propsOf(jsxs('p', { children: ['of ', name, 1, null, [name]] })), {
      children: ['of ', 'a\ufffdb', 1, null, ['a\ufffdb']],
    })
  })

test('values of fields, properties of components and other text stay as they are', () => {
  const name = 'a\u202eb'
  const field = { value: name, defaultValue: name, href: name }
  deepEqual(propsOf(jsx('input', field)), field)
  const Component = (): null => null
  deepEqual(propsOf(jsx(Component, { text: name, title: name })), { text: name, title: name })
  const children = ['שלום', 'Zoë 👩‍💻', 'a\u00a0b']
  equal((propsOf(jsxs('p', { children })) as { children: unknown }).children, children)
})
