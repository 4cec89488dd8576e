import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeApiKey, readApiKey, sameHash } from './api-keys.ts'

test('a key has a prefix for look-up, 256 random bits and a checksum; only its hash is stored', () => {
  const { key, prefix, hash } = makeApiKey()
  match(key, /^pk_[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}\.[0-9A-Za-z]{49}$/)
  ok(key.startsWith(`${prefix}.`))
  equal(hash.length, 32)
  deepEqual(
    hash,
    createHash('sha256')
      .update(key.slice(prefix.length + 1))
      .digest(),
  )
  equal(key.includes(hash.toString('hex')), false)
})

test('a key that was made is read back to its prefix and hash', () => {
  for (let n = 0; n < 500; n += 1) {
    const { key, prefix, hash } = makeApiKey()
    deepEqual(readApiKey(key), { prefix, hash })
  }
})

test('keys do not repeat, and their letters are even', () => {
  const keys = Array.from({ length: 3_000 }, makeApiKey)
  equal(new Set(keys.map(({ key }) => key)).size, keys.length)
  const counts = new Map<string, number>()
  for (const { key } of keys) {
    for (const letter of key.slice(12, 55)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  equal(counts.size, 62)
  const expected = (3_000 * 43) / 62
  for (const [letter, count] of counts) {
    // Eight standard deviations: a letter that a biased draw favours would be a fifth too frequent.
    ok(Math.abs(count - expected) < 8 * Math.sqrt(expected), `${letter}: ${count}`)
  }
})

test('a key with any one letter of its secret changed is refused without a look-up', () => {
  const { key } = makeApiKey()
  for (let at = 12; at < key.length; at += 1) {
    const other = key[at] === 'x' ? 'y' : 'x'
    equal(readApiKey(key.slice(0, at) + other + key.slice(at + 1)), undefined, `letter ${at}`)
  }
})

test('a key that was cut, lengthened, spaced or spelt otherwise is refused', () => {
  const { key } = makeApiKey()
  for (const bad of [
    '',
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.toLowerCase(),
    key.replace('pk_', 'sk_'),
    key.replace('.', ''),
    key.replace('.', '..'),
    `pk_ILOU0000${key.slice(11)}`,
    key.repeat(200_000),
  ]) {
    equal(readApiKey(bad), undefined, bad.slice(0, 80))
  }
})

test('no text that is not a key of ours passes by chance', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^pk_[2-9A-H]{8}\.[0-9A-Za-z]{49}$/)),
      (text) => {
        equal(readApiKey(text), undefined)
      },
    ),
    { seed: 7 },
  )
})

test('hashes compare by every byte, and by length first', () => {
  const { hash } = makeApiKey()
  equal(sameHash(hash, Buffer.from(hash)), true)
  equal(sameHash(hash, hash.subarray(1)), false)
  equal(sameHash(Buffer.alloc(0), Buffer.alloc(0)), true)
  for (let at = 0; at < hash.length; at += 1) {
    const other = Buffer.from(hash)
    other.writeUInt8(other.readUInt8(at) ^ 1, at)
    equal(sameHash(hash, other), false)
  }
})
