import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readImage } from './images.ts'

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`

for (const [image, tag, of] of [
  ['web', null, null],
  ['web:1.4.2', '1.4.2', null],
  ['web:latest', 'latest', null],
  ['team/web', null, null],
  ['host:5000/web', null, null],
  ['host:5000/team/web:v1', 'v1', null],
  ['[::1]:5000/web', null, null],
  ['[::1]:5000/web:v1', 'v1', null],
  [`web@${digest}`, null, digest],
  [`host:5000/web@${digest}`, null, digest],
  [`host:5000/web:v1@${digest}`, 'v1', digest],
  [`web:v1@${digest.slice(0, -1)}`, 'v1', null],
  [`web@md5:${'0'.repeat(32)}`, null, null],
  ['web@', null, null],
  ['web:', null, null],
  ['web:-1', null, null],
  [`web:${'1'.repeat(129)}`, null, null],
  ['web:1:2', null, null],
  ['', null, null],
  [':', null, null],
  ['/', null, null],
] as const) {
  test(`the image “${image.slice(0, 40)}” has the tag ${tag} and ${of ? 'a' : 'no'} digest`, () =>
    deepEqual(readImage(image), { tag, digest: of }))
}

const part = fc.stringMatching(/^[a-z0-9]{1,8}$/)
const registry = fc.option(
  fc.tuple(part, fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined })),
  { nil: undefined },
)

test('whatever a reference is put together from is read out of it again', () => {
  fc.assert(
    fc.property(
      registry,
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.option(fc.stringMatching(/^\w[\w.-]{0,20}$/)),
      fc.option(fc.constant(digest)),
      (from, path, tag, digest) => {
        const [host, port] = from ?? []
        const text = [
          host === undefined ? '' : `${host}.example${port === undefined ? '' : `:${port}`}/`,
          path.join('/'),
          tag === null ? '' : `:${tag}`,
          digest === null ? '' : `@${digest}`,
        ].join('')
        deepEqual(readImage(text), { tag, digest })
      },
    ),
  )
})

test('any text is read, and never gives a tag or a digest that it does not hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { tag, digest } = readImage(text)
      ok(tag === null || text.includes(`:${tag}`))
      ok(digest === null || text.includes(`@${digest}`))
    }),
  )
})

test('a hostile reference is read in no time', () => {
  const cpuBefore = process.threadCpuUsage()
  for (const sign of [':', '@', '/', 'a', '.', ':a', '@sha256:'])
    equal(readImage(sign.repeat(100_000)).digest, null)
  const { user, system } = process.threadCpuUsage(cpuBefore)
  ok((user + system) / 1_000 < 1_000)
})
