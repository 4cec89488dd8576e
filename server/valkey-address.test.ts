import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { describeValkey, isEncrypted, valkeyAddress } from './valkey-address.ts'

const read = (text: string) => {
  const address = valkeyAddress(text)
  return address && { urls: address.urls.map(({ href }) => href), primary: address.primary }
}

test('the address of a server is its URL', () => {
  for (const url of ['redis://h', 'rediss://u:p@h:1', 'valkey://[::1]:6380/2', 'valkeys://h'])
    deepEqual(read(url), { urls: [url], primary: null })
})

test('an address of Sentinels has each of them with the credentials, and the name of the primary', () => {
  deepEqual(read('redis+sentinel://:p%40@one:26379,two,[::1]:1/my-primary'), {
    urls: ['redis://:p%40@one:26379', 'redis://:p%40@two', 'redis://:p%40@[::1]:1'],
    primary: 'my-primary',
  })
  equal(isEncrypted(valkeyAddress('valkeys+sentinel://one,two/p') as never), true)
  equal(isEncrypted(valkeyAddress('valkey+sentinel://one,two/p') as never), false)
})

test('other texts are not valid', () => {
  for (const text of [
    '',
    'http://h',
    'redis://one:1,two:2',
    'redis://one,two',
    'redis:valkey.example:6379',
    'redis:secret@host',
    'redis:///',
    'redis://:p%zz@host',
    'redis+sentinel://:p%zz@one/primary',
    'redis+sentinel://one:26379',
    'redis+sentinel://one/',
    'redis+sentinel:///primary',
    'redis+sentinel://one,/primary',
    'redis+sentinel://one:port/primary',
    'redis+sentinel://one/primary/2',
    'http+sentinel://one/primary',
  ])
    equal(valkeyAddress(text), null, text)
})

test('a description has no credentials', () => {
  equal(describeValkey('redis+sentinel://u:secret@one:1,two/primary'), 'one:1, two')
  equal(describeValkey('redis://:secret@h:6379'), 'h:6379')
})
