import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { SharedPages } from './shared-pages.ts'

const { signal } = new AbortController()

function loader() {
  const loaded: string[] = []
  const load =
    (key: string, bytes = 10) =>
    async () => {
      loaded.push(key)
      return { page: key, bytes }
    }
  return { loaded, load }
}

test('a page is loaded once while it fits, and the one that nobody used for longest goes first', async () => {
  const pages = new SharedPages<string>(25)
  const { loaded, load } = loader()
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await pages.page(key, signal, load(key))
  deepEqual(loaded, ['a', 'b', 'c', 'b'])
})

test('a page that is larger than all may be is given and not held', async () => {
  const pages = new SharedPages<string>(25)
  const { loaded, load } = loader()
  equal(await pages.page('a', signal, load('a', 30)), 'a')
  await pages.page('a', signal, load('a'))
  deepEqual(loaded, ['a', 'a'])
})

test('what failed is asked for again by whoever comes later', async () => {
  const pages = new SharedPages<string>()
  const { loaded, load } = loader()
  const failing = () => Promise.reject(new Error('no'))
  const both = [pages.page('a', signal, failing), pages.page('a', signal, load('a'))]
  for (const one of both) await rejects(one, /no/)
  equal(await pages.page('a', signal, load('a')), 'a')
  deepEqual(loaded, ['a'])
})

test('a reader who is cancelled takes nobody else with him', async () => {
  const pages = new SharedPages<string>()
  const { load } = loader()
  const cancelled = () => Promise.reject(new DOMException('no', 'AbortError'))
  const [first, second] = [pages.page('a', signal, cancelled), pages.page('a', signal, load('a'))]
  await rejects(first, { name: 'AbortError' })
  equal(await second, 'a')
  await rejects(pages.page('a', AbortSignal.abort(), load('a')), { name: 'AbortError' })
})
