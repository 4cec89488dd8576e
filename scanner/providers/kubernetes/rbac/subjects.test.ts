import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { areEveryone, namesText, subjectKeys, subjectsText } from './subjects.ts'
import { subject } from './worlds.ts'

test('a sentence names three and says how many more there are', () => {
  equal(
    subjectsText([subject('User a'), subject('ServiceAccount shop/web')]),
    'User a, ServiceAccount shop/web',
  )
  equal(namesText(new Set(['a', 'b', 'c'])), 'a, b, c')
  equal(namesText(new Set(['a', 'b', 'c', 'd', 'e'])), 'a, b, c and 2 more')
})

const memberships: readonly [string, readonly string[]][] = [
  ['User alice', ['system:authenticated']],
  ['User system:anonymous', ['system:unauthenticated']],
  ['Group devs', ['system:authenticated']],
  ['Group system:authenticated', []],
  ['Group system:unauthenticated', []],
  ['Group system:serviceaccounts:shop', ['system:authenticated', 'system:serviceaccounts']],
  [
    'ServiceAccount shop/web',
    ['system:authenticated', 'system:serviceaccounts', 'system:serviceaccounts:shop'],
  ],
  [
    'User system:serviceaccount:shop:web',
    ['system:authenticated', 'system:serviceaccounts', 'system:serviceaccounts:shop'],
  ],
]
for (const [text, groups] of memberships) {
  test(`${text} is in the groups that Kubernetes says`, () => {
    const [own, ...others] = subjectKeys(subject(text))
    const account = 'User system:serviceaccount:shop:web'
    equal(own, text.startsWith('ServiceAccount') ? account : text)
    deepEqual(
      others,
      groups.map((name) => `Group ${name}`),
    )
  })
}

test('a subject of everybody is one by its kind and its whole name', () => {
  const texts = [
    'User system:anonymous',
    'Group system:authenticated',
    'Group system:serviceaccounts',
  ]
  const everybody = texts.map(subject)
  const others = [
    'User system:authenticated',
    'Group system:anonymous',
    'Group system:serviceaccounts:shop',
  ]
  deepEqual(areEveryone([...everybody, ...others.map(subject)]), everybody)
})
