import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { match, type Shortcut, spell } from './shortcuts.ts'

const key = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

test('keys are spelled as the table has them', () => {
  equal(spell(key('t')), 't')
  equal(spell(key('J', { shiftKey: true })), 'Shift+j')
  equal(
    spell(key('?', { shiftKey: true })),
    '?',
    'a sign needs Shift on some keyboards and not on others',
  )
  equal(spell(key('k', { metaKey: true })), 'Mod+k')
  equal(spell(key('K', { ctrlKey: true })), 'Mod+k', 'caps lock changes nothing')
  equal(spell(key('Enter', { shiftKey: true })), 'Shift+Enter')
})

test('a chord is two keys after each other, and a key alone is not its end', () => {
  const shortcut = (keys: string): Shortcut => ({ keys, label: keys, run: () => {} })
  const table = [shortcut('f'), shortcut('g f'), shortcut('g s')]
  equal(match(table, 'f', 'g')?.keys, 'g f')
  equal(match(table, 'f', '')?.keys, 'f')
  equal(match(table, 's', ''), undefined)
  equal(match(table, 'g', ''), undefined)
})
