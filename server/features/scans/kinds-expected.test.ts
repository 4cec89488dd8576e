/** For every kind of account that a server scans: a scan over HTTP ends with the expected findings. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { providers } from '@plumbline/scanner'
import {
  expectedFindings,
  type FixtureOfKind,
  type KindUnderTest,
  kindsUnderTest,
} from '@plumbline/scanner/testing/kinds'
import { findingLines, type World, world } from '../../testing/index.ts'

const tried = kindsUnderTest.filter(({ provider }) => provider.type in providers)

test('every kind that a server scans is tried', () => {
  assert.deepEqual(
    tried.map(({ provider }) => provider.type).toSorted(),
    Object.keys(providers).toSorted(),
  )
})

const fixtures = new Map<KindUnderTest, FixtureOfKind>()
let w: World
before(async () => {
  for (const kind of tried) fixtures.set(kind, await kind.startSmall())
  const settings = [...fixtures.values()].map(({ connected }) => connected.settings)
  w = await world({ settings: Object.assign({}, ...settings) })
})
after(async () => {
  await w.close()
  await w.test.close()
  for (const fixture of fixtures.values()) await fixture.close()
})

for (const kind of tried) {
  const { type } = kind.provider
  test(`an account of kind ${type} is connected, tested and scanned over HTTP, and shows the expected findings`, async () => {
    const fixture = fixtures.get(kind)
    assert.ok(fixture)
    const { uid, secret_type, secret } = fixture.connected
    const user = await w.user()
    const made = await user.make('/providers', 'providers', { provider: type, uid })
    const provider = { type: 'providers', id: made.id }
    await user.make('/providers/secrets', 'provider-secrets', { secret_type, secret }, { provider })
    const connection = await user.ask('POST', `/providers/${made.id}/connection`)
    const tested = await user.finished(connection.item.id)
    assert.deepEqual(tested.at('result'), { connected: true, error: null })
    const scan = await user.scan(made.id)
    assert.equal((await user.get(`/scans/${scan}`)).item.at('state'), 'completed')
    assert.deepEqual(await findingLines(user), expectedFindings(type))
  })
}
