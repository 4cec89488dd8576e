import { deepEqual, equal, notDeepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Cell, type Key, open, seal, sealedWith } from './seal.ts'

const key: Key = {
  id: '0190a0b0-c0d0-70e0-8f00-112233445566',
  bytes: Buffer.from(Array.from({ length: 32 }, (_, at) => at)),
}
const cell: Cell = {
  tenantId: '018f0000-0000-7000-8000-000000000001',
  table: 'provider_secrets',
  id: '018f0000-0000-7000-8000-000000000002',
  column: 'sealed',
}

/** Computed with another implementation of AES-256-GCM, over key bytes 00…1f and the nonce cafe…f888. */
const known = [
  [
    '',
    '010190a0b0c0d070e08f00112233445566cafebabefacedbaddecaf8884a437bbc88942324f438762ecf83ddfb',
  ],
  [
    '{"aws_access_key_id":"AKIAEXAMPLE"}',
    '010190a0b0c0d070e08f00112233445566cafebabefacedbaddecaf888d0ef6f170e6372fd7913ff86ce1b85f5f' +
      '181c151d9252e78256e2eae2476ec465249a473e53b2b3f079e4129ffc435b3e872bc',
  ],
] as const

for (const [plain, sealed] of known) {
  test(`the known sealed form of ${plain || 'nothing'} opens`, () => {
    equal(open(key, cell, Buffer.from(sealed, 'hex')).toString(), plain)
    equal(sealedWith(Buffer.from(sealed, 'hex')), key.id)
  })
}

test('whatever is sealed opens again, and is 45 bytes longer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      const sealed = seal(key, cell, Buffer.from(bytes))
      equal(sealed.length, bytes.length + 45)
      deepEqual(new Uint8Array(open(key, cell, sealed)), bytes)
    }),
  )
})

test('the same value sealed twice shows nothing in common but its key', () => {
  const [one, two] = [seal(key, cell, Buffer.alloc(64)), seal(key, cell, Buffer.alloc(64))]
  deepEqual(one.subarray(0, 17), two.subarray(0, 17))
  for (const [from, to] of [
    [17, 29],
    [29, 45],
    [45, 109],
  ]) {
    notDeepEqual(one.subarray(from, to), two.subarray(from, to))
  }
})

test('a sealed value with any flipped bit cannot be decrypted', () => {
  const sealed = seal(key, cell, Buffer.from('secret'))
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const turned = Buffer.from(sealed)
    turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    throws(() => open(key, cell, turned), `bit ${bit}`)
  }
})

test('a value that was cut or lengthened stays shut', () => {
  const sealed = seal(key, cell, Buffer.from('secret'))
  for (let length = 0; length < sealed.length; length += 1) {
    throws(() => open(key, cell, sealed.subarray(0, length)), `${length} bytes`)
  }
  throws(() => open(key, cell, Buffer.concat([sealed, Buffer.of(0)])))
  throws(() => sealedWith(Buffer.alloc(0)), /not a sealed value/)
  throws(
    () => sealedWith(Buffer.from('plain text that somebody put into the column by hand')),
    /not a/,
  )
})

test('another tenant, table, row, column or key cannot decrypt it', () => {
  const sealed = seal(key, cell, Buffer.from('secret'))
  for (const other of ['tenantId', 'table', 'id', 'column'] as const) {
    throws(() => open(key, { ...cell, [other]: 'another' }, sealed), other)
    throws(() => open(key, { ...cell, [other]: '' }, sealed), other)
  }
  const otherKey = Buffer.alloc(32, 9)
  throws(() => open({ ...key, bytes: otherKey }, cell, sealed))
  const otherId = '0190a0b0-c0d0-70e0-8f00-112233445567'
  throws(() => open({ ...key, id: otherId }, cell, sealed), /sealed with another key/)
})

test('no two cells read the same, however their parts are cut', () => {
  const parts = fc.record({
    tenantId: fc.string(),
    table: fc.string(),
    id: fc.string(),
    column: fc.string(),
  })
  fc.assert(
    fc.property(parts, fc.nat(3), fc.nat(3), (one, from, to) => {
      const names = ['tenantId', 'table', 'id', 'column'] as const
      const [a, b] = [names[from] ?? 'id', names[to] ?? 'id']
      // The last letter of one part becomes the first of another: the parts in a row may read alike.
      const moved = { ...one, [a]: one[a].slice(0, -1), [b]: one[a].slice(-1) + one[b] }
      fc.pre(a !== b && one[a].length > 0)
      throws(() => open(key, moved, seal(key, one, Buffer.from('secret'))))
    }),
  )
})
