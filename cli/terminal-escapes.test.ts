/** What a scanned account or a server names ends up in terminals and logs, and commands nothing there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable, printableJson, table, UsageError } from './terminal.ts'

const forged =
  'x\n0 findings to review, 999 passed\n\u009b2J\u001b[31m\u202egnp\u2028y\r\u200b\u{e0041}\ud800z\u0007'

test('no text of another system starts a line, moves the cursor, or reverses the direction of writing', () => {
  const shown = printable(forged)
  assert.ok(!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(shown), JSON.stringify(shown))
  assert.match(shown, /^x.0 findings to review/u)
  for (const plain of ['arn:aws:s3:::a-bucket', 'Größe 3 µ', '東京 🚀', 'a  b'])
    assert.equal(printable(plain), plain)
})

test('a table has a line for each row, whatever its cells hold', () => {
  const lines = table(
    ['status', 'name'],
    [
      ['FAIL', forged],
      ['PASS', 'plain'],
    ],
  ).split('\n')
  assert.equal(lines.length, 4)
  assert.ok(lines.every((line) => !/[\p{Cc}\p{Cf}]/u.test(line)))
})

test('JSON for programs says the same, and nothing that a terminal obeys', () => {
  const json = printableJson(JSON.stringify({ name: forged }))
  assert.ok(!/[\p{Cc}\p{Cf}]/u.test(json), json)
  assert.deepEqual(JSON.parse(json), { name: forged })
})

test('an error that repeats what a server says has the lines that we gave it', () => {
  const error = new UsageError('The server refused with 400: x\n\u001b[2Jno', 'Try again.')
  assert.equal(error.message, 'The server refused with 400: x\ufffd\ufffd[2Jno\nTry again.')
})
