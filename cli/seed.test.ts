import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedTenant } from './seed.ts'
import { UsageError } from './terminal.ts'

const refused: readonly (readonly [args: string, because: RegExp])[] = [
  ['--findings many', /--findings must be a whole number from 1 to 100000000, not "many"/],
  ['--findings 0', /--findings/],
  ['--findings 1e6', /not "1e6"/],
  ['--scans 1001', /--scans must be a whole number from 1 to 1000/],
  ['--findings 5 --accounts 6', /--accounts must be a whole number from 1 to 5/],
  ['--tenant acme', /--tenant must be the id of a tenant/],
  ['--add', /--add requires --tenant/],
  ['--tenant 01890000-0000-7000-8000-000000000000 --email a@b.c', /--email is for a new tenant/],
  ['--email nobody', /--email must be an email address/],
  ['--rows 5', /There is no option --rows/],
  ['1000', /There is no option 1000/],
]

test('a seed that makes no sense is refused in a sentence, before a database is opened', async () => {
  for (const [args, because] of refused) {
    await assert.rejects(seedTenant(args.split(' ')), (error: unknown) => {
      assert.ok(error instanceof UsageError, args)
      assert.match(error.message, because)
      return true
    })
  }
})
