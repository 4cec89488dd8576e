// Properties of every service, tested on a cluster as kubeadm creates it.
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { allServices } from '../../engine/checks.ts'
import { kindsUnderTest, scanned } from '../../testing/kinds/index.ts'
import { kubernetes } from './index.ts'

test('a cluster of kubeadm is read whole, and every record is found again by its uid', async (t) => {
  const kind = kindsUnderTest.find(({ provider }) => provider.type === 'kubernetes')
  ok(kind)
  const fixture = await kind.start()
  t.after(() => fixture.close())
  const { findings, unread } = await scanned(kind, fixture)
  deepEqual(unread, [])
  const services = await allServices(kubernetes)
  const kinds = new Map(
    services.flatMap(({ name, checks }) => checks.map(({ id, over }) => [id, { name, over }])),
  )
  for (const { check_id, resource, region } of findings) {
    const { name, over } = kinds.get(check_id) ?? {}
    const places = kubernetes.locate(resource.uid)
    ok(
      places.some(({ service, kind }) => service === name && kind === over),
      `${resource.uid} is of ${over} of ${name}, and located at ${JSON.stringify(places)}`,
    )
    ok(places.every(({ account }) => account === 'prod'))
    deepEqual(region, '')
  }
})
