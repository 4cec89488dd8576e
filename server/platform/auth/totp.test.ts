import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeOf, matchingStep, stepAt } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

/** The table of RFC 6238, appendix B, for SHA-1; of its eight digits the last six. */
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const
for (const [seconds, code] of vectors) {
  test(`the code at second ${seconds} is that of the standard`, () => {
    assert.equal(codeOf(secret, stepAt(seconds * 1_000)), code)
  })
}

for (const [plain, text] of [
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const) {
  test(`base32 of "${plain}" is "${text}"`, () => assert.equal(base32(Buffer.from(plain)), text))
}

test('a code holds one step before and after its own, and never again once it was used', () => {
  const now = 1_700_000_000_000
  const step = stepAt(now)
  for (const [away, expected] of [
    [-2, undefined],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, undefined],
  ] as const) {
    const code = codeOf(secret, step + away)
    assert.equal(matchingStep(secret, code, { now, used: 0 }), expected, String(away))
    assert.equal(matchingStep(secret, code, { now, used: step + 1 }), undefined)
  }
  for (const code of ['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６'])
    assert.equal(matchingStep(secret, code, { now, used: 0 }), undefined, code)
})
