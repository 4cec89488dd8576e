import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import * as fc from 'fast-check'
import { kinds } from './kinds.ts'
import { providerTypes } from './names.ts'
import { accountIds } from './testing/accounts.ts'
import { readUid } from './types.ts'

for (const type of providerTypes) {
  test(`ids of ${type} accounts are distinguished from other text`, () => {
    const { good, bad } = accountIds[type]
    for (const uid of good) assert.equal(readUid(type, uid), uid)
    for (const uid of [...bad, '', '\u0000']) {
      assert.throws(
        () => readUid(type, uid),
        (error) => error instanceof Problem && error.code === `${type}-uid`,
        JSON.stringify(uid),
      )
    }
  })

  test(`whatever is sent as the id of a ${type} account is stored as a fixed point or refused`, () => {
    const near = fc.constantFrom(...accountIds[type].good, ...accountIds[type].bad)
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 250 }), near)
    fc.assert(
      fc.property(anything, (written) => {
        let normalised: string
        try {
          normalised = readUid(type, written)
        } catch (error) {
          return error instanceof Problem && error.status === 400
        }
        // What is stored names the same account when it is sent again, and contains no blank or line end.
        return readUid(type, normalised) === normalised && !/[\s\p{Cc}]/u.test(normalised)
      }),
    )
  })
}

test('an Okta domain is one in whatever case and with blanks around it', () => {
  const written = fc
    .tuple(
      fc.constantFrom(...accountIds.okta.good),
      fc.array(fc.boolean()),
      fc.constantFrom('', ' ', '\t'),
    )
    .map(([uid, upper, blank]) => {
      const letters = Array.from(uid, (letter, at) => (upper[at] ? letter.toUpperCase() : letter))
      return { uid, sent: `${blank}${letters.join('')}${blank}` }
    })
  fc.assert(fc.property(written, ({ uid, sent }) => readUid('okta', sent) === uid))
})

test('a rule says in a sentence what it asks for, and answers long ids at once', () => {
  for (const type of providerTypes) {
    assert.match(kinds[type].uidRule, /^\p{Lu}.*\.$/u, type)
    const cpuBefore = process.threadCpuUsage()
    for (const part of ['a', 'a-', 'a.', '.', '/', ' ', 'https://', 'x@', '0'])
      assert.throws(() => readUid(type, `${part.repeat(250 / part.length)}!\n`), Problem)
    const { user, system } = process.threadCpuUsage(cpuBefore)
    assert.ok((user + system) / 1_000 < 500, type)
  }
})
