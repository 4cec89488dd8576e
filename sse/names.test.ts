import { equal, notEqual, throws } from 'node:assert/strict'
import test from 'node:test'
import * as fc from 'fast-check'
import { makeChannelName, prefixOfChannel, tenantIdFromChannel } from './names.ts'

const tenant = '0190A000-0000-7000-8000-00000000000A'
const prefixes = fc.stringMatching(/^[a-z][a-z0-9-]{0,62}$/)
const resources = fc.stringMatching(/^[A-Za-z0-9._~-]{1,128}$/)
const mixedUuids = fc
  .tuple(fc.uuid(), fc.infiniteStream(fc.boolean()))
  .map(([id, upper]) =>
    [...id].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join(''),
  )

test('the tenant read from a channel name is the tenant it was built with, whatever the case', () => {
  fc.assert(
    fc.property(prefixes, mixedUuids, resources, (prefix, tenantId, resource) => {
      const channel = makeChannelName(prefix, tenantId, resource)
      equal(tenantIdFromChannel(channel), tenantId.toLowerCase())
      equal(prefixOfChannel(channel), prefix)
    }),
  )
})

test('upper and lower case ids name one channel', () => {
  fc.assert(
    fc.property(prefixes, mixedUuids, mixedUuids, (prefix, tenantId, resource) => {
      equal(
        makeChannelName(prefix, tenantId.toUpperCase(), resource.toUpperCase()),
        makeChannelName(prefix, tenantId.toLowerCase(), resource.toLowerCase()),
      )
    }),
  )
  notEqual(makeChannelName('p', tenant, 'Job'), makeChannelName('p', tenant, 'job'))
})

test('no input builds a channel of another tenant', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(`x:${tenant}:y`), prefixes)
  fc.assert(
    fc.property(anything, anything, anything, mixedUuids, (prefix, resource, other, tenantId) => {
      for (const given of [tenantId, other])
        try {
          equal(tenantIdFromChannel(makeChannelName(prefix, given, resource)), given.toLowerCase())
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
        }
    }),
  )
})

test('a malformed channel has no tenant', () => {
  const id = tenant.toLowerCase()
  for (const channel of [
    '',
    ':',
    '::',
    id,
    `p:${id}`,
    `p:${id}:`,
    `:${id}:r`,
    `p:${id}:r:s`,
    `p:${tenant}:r`,
    `p: ${id}:r`,
    `p:${id}\n:r`,
    'p:not-a-uuid:r',
  ])
    equal(tenantIdFromChannel(channel), null, JSON.stringify(channel))
  equal(tenantIdFromChannel(`p:${id}:r`), id)
})

test('a segment with characters outside its alphabet is refused with its reason', () => {
  const wide: string = 'Scan'
  throws(() => makeChannelName(wide, tenant, 'r'), /prefix takes/)
  throws(() => makeChannelName('a'.repeat(64), tenant, 'r'), /prefix takes/)
  throws(() => makeChannelName('p', 'acme', 'r'), /must be a UUID/)
  for (const resource of ['', 'a:b', 'a b', 'a\nb', 'ä', 'a'.repeat(129)])
    throws(() => makeChannelName('p', tenant, resource), /resource id of a channel/)
})
