import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flags, table, UsageError } from './terminal.ts'

test('a table of a large account is printed like a small one', () => {
  const rows = Array.from({ length: 300_000 }, (_, at) => ['FAIL', at])
  const lines = table(['status', 'at'], rows).split('\n')
  assert.equal(lines.length, 300_002)
  assert.equal(lines.at(-1), 'FAIL    299999')
})

test('a flag takes its value after a space or an equals sign, with all that it holds', () => {
  const known = { checks: 'value', exit: 'switch' } as const
  assert.deepEqual(flags(['aws', '--checks', 'a,b', '--exit'], known), {
    values: { checks: 'a,b', exit: 'true' },
    rest: ['aws'],
  })
  assert.deepEqual(flags(['--checks=a=b'], known).values, { checks: 'a=b' })
  assert.deepEqual(flags(['--checks', '--exit'], known).values, { checks: '--exit' })
  assert.deepEqual(flags(['-', '--', '--exit'], known), { values: {}, rest: ['-', '--exit'] })
})

test('an error names the flag that is unknown or has no value', () => {
  assert.throws(
    () => flags(['--chekcs=a'], { checks: 'value' }),
    (error: unknown) => {
      assert.ok(error instanceof UsageError)
      assert.match(error.message, /--chekcs\. Options: --checks\./)
      return true
    },
  )
  assert.throws(() => flags(['--checks'], { checks: 'value' }), /--checks requires a value/)
  assert.throws(() => flags(['--exit=now'], { exit: 'switch' }), /--exit takes no value/)
  assert.throws(() => flags(['-x'], {}), /There is no option -x\. Options: none\./)
  assert.throws(() => flags(['--__proto__=x'], {}), /There is no option --__proto__\./)
})
