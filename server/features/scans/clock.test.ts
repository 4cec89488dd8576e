import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ now: () => Date.now() - 20 * 60_000 }) // a machine whose clock is slow
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('findings and resources are dated by the clock of the database, whatever the worker’s says', async () => {
  const [before] = await w.test.administer('select now()::text as now')
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3')
  const scan = await user.scan(provider)
  const startedMs = Date.parse(String(before?.['now']))
  for (const path of ['/findings/latest', '/resources', `/findings?filter[scan]=${scan}`]) {
    const { item } = await user.get(path)
    for (const name of ['inserted_at', 'updated_at'])
      assert.ok(Date.parse(item.text(name)) >= startedMs, `${path} ${name} ${item.text(name)}`)
  }
})
