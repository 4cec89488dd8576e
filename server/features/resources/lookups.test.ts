import { equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { Lookups } from './lookups.ts'

test('a tenant of many providers leaves capacity for the lookups of another', async () => {
  const lookups = new Lookups()
  const answer = Promise.withResolvers<void>()
  const asked = Array.from({ length: 40 }, (_, at) =>
    lookups.run({ tenantId: 'many', providerId: `provider ${at % 10}` }, () => answer.promise),
  )
  const ended = Promise.allSettled(asked)
  equal(
    await lookups.run({ tenantId: 'one', providerId: 'own' }, async () => 'answered'),
    'answered',
  )
  const more = lookups.run({ tenantId: 'many', providerId: 'provider 1' }, async () => 'answered')
  await rejects(more, { status: 429 })
  answer.resolve()
  const done = (await ended).filter(({ status }) => status === 'fulfilled')
  equal(done.length, 16)
})
