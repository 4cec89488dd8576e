import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const instance = (id: string): string => `arn:aws:ec2:eu-west-1:210987654321:instance/${id}`
const about = (...resources: readonly unknown[]): object => ({
  ...record({ uid: 'multi' }),
  resources,
})
const ec2 = (id: string, more: object = {}): object => ({
  uid: instance(id),
  type: 'AwsEc2Instance',
  region: 'eu-west-1',
  ...more,
})

async function findingsByResource(client: Client): Promise<Record<string, unknown>> {
  const { items, included } = await client.get('/findings/latest?include=resources&page[size]=100')
  const uids = new Map(included.map((one) => [one.id, one.text('uid')]))
  return Object.fromEntries(
    items.map((item) => [uids.get(item.linked('resources')[0] ?? ''), item.at('raw_result')]),
  )
}

test('a record about several resources is a finding of each, with its own evidence', async () => {
  const user = await w.user()
  const file = [
    about(
      ec2('i-1', { data: { metadata: { state: 'running' } } }),
      ec2('i-2', { data: { metadata: { state: 'stopped' } } }),
      { uid: 'eu-bucket', type: 'AwsS3Bucket', region: 'eu-west-2' },
    ),
  ]
  const done = await ingest(user, file)
  deepEqual(done.object('summary'), {
    total: 3,
    processed: 3,
    outdated: 0,
    duplicate: 0,
    invalid: 0,
  })
  const found = await findingsByResource(user)
  deepEqual(Object.keys(found).toSorted(), [instance('i-1'), instance('i-2'), 'eu-bucket'])
  deepEqual(found[instance('i-1')], { state: 'running' })
  deepEqual(found[instance('i-2')], { state: 'stopped' })
  equal((await user.get('/resources')).count, 3)
  await ingest(user, file)
  equal((await user.get('/findings/latest')).count, 3)
})

test('a resource without a name has an error, and the others of its record are recorded', async () => {
  const user = await w.user()
  const done = await ingest(user, [
    about(ec2('i-1'), { type: 'AwsEc2Instance' }, 3, ec2('i-2'), ec2('i-1')),
  ])
  deepEqual(done.object('summary'), {
    total: 4,
    processed: 2,
    outdated: 0,
    duplicate: 0,
    invalid: 2,
  })
  const errors = (await user.get(`/ingestions/${done.id}/errors`)).items
  deepEqual(
    errors.map((one) => [one.at('index'), one.at('pointer'), one.at('code')]),
    [
      [0, '/resources/1/uid', 'required'],
      [0, '/resources/2/uid', 'required'],
    ],
  )
})

test('a record with more resources than are taken has an error that says so', async () => {
  const user = await w.user()
  const many = Array.from({ length: 101 }, (_, at) => ec2(`i-${at}`))
  const done = await ingest(user, [about(...many)])
  deepEqual(done.object('summary'), {
    total: 101,
    processed: 100,
    outdated: 0,
    duplicate: 0,
    invalid: 1,
  })
  const [error] = (await user.get(`/ingestions/${done.id}/errors`)).items
  deepEqual([error?.at('pointer'), error?.at('code')], ['/resources/100', 'too_many_resources'])
})

test("several resources under a uid of the product's own scanner are findings each", async () => {
  const user = await w.user()
  const uid = `plumbline-aws-some_check-210987654321-eu-west-1-${instance('i-1')}`
  const ours = { ...about(ec2('i-1'), ec2('i-2')), finding_info: { uid } }
  await ingest(user, [ours])
  deepEqual(Object.keys(await findingsByResource(user)).toSorted(), [
    instance('i-1'),
    instance('i-2'),
  ])
})
