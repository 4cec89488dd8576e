/** What `filter[search]` finds: everything that lists show of a finding or a resource. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../../testing/index.ts'
import { ingest, record } from '../ingestion/testing/files.ts'

const there = await world()
after(async () => {
  await there.close()
  await there.test.close()
})
const user = await there.user()

const check = 's3_bucket_secure_transport_policy'
const resource = (uid: string, name: string, tags: object = {}) => ({
  resources: [
    { uid, name, type: 'AwsS3Bucket', group: { name: 's3' }, data: { metadata: { tags } } },
  ],
})
await ingest(user, [
  {
    ...record({ uid: 'finding-1', check, message: 'Ведро «Привет» открыто.', region: 'eu-west-1' }),
    ...resource('arn:aws:s3:::ecole', 'ÉCOLE 100%', { Équipe: 'Łódź_a' }),
  },
  {
    ...record({ uid: 'finding-2', check: 'outside_check', message: 'It is open.' }),
    ...resource('arn:aws:s3:::other', 'İstanbul'),
    cloud: { provider: 'aws', account: { uid: '123456789012' }, region: 'us-east-2' },
  },
])
const accounts = (await user.get('/providers')).items
for (const [uid, alias] of [
  ['210987654321', 'ΟΔΟΣ'],
  ['123456789012', 'Straße'],
] as const) {
  const id = accounts.find((one) => one.text('uid') === uid)?.id ?? ''
  const changed = await user.ask('PATCH', `/providers/${id}`, {
    data: { type: 'providers', id, attributes: { alias } },
  })
  equal(changed.status, 200, changed.text)
}

type Expected = readonly ('finding-1' | 'finding-2')[]
const searches: readonly (readonly [what: string, text: string, findings: Expected])[] = [
  ['the title of the check', 'denies TLS', ['finding-1']],
  ['the ID of a check that is not in the catalog', 'OUTSIDE_check', ['finding-2']],
  ['the message', 'приВЕТ', ['finding-1']],
  ['the UID', 'FINDING-2', ['finding-2']],
  ['the service', 'S3', ['finding-1', 'finding-2']],
  ['the region', 'US-east', ['finding-2']],
  ['the type of the resource', 'awss3bucket', ['finding-1', 'finding-2']],
  ['the name of the resource', 'école', ['finding-1']],
  ['the name of the resource in decomposed form', 'e\u0301cole', ['finding-1']],
  ['the name of the resource without the dots of its language', 'istanbul', ['finding-2']],
  ['the UID of the resource', 'S3:::OTHER', ['finding-2']],
  ['the key of a tag', 'ÉQUIPE', ['finding-1']],
  ['the value of a tag', 'łódź_', ['finding-1']],
  ['a tag', 'équipe=łódź', ['finding-1']],
  ['the alias of the account', 'οδος', ['finding-1']],
  ['the alias of the account with a sharp s', 'STRASSE', ['finding-2']],
  ['the UID of the account', '1234567890', ['finding-2']],
  ['words in different texts', 'οδος привет école tls', ['finding-1']],
  ['words of different findings', 'οδος istanbul', []],
  ['an accent that is not written', 'ecole-', []],
  ['a percent sign', '%', ['finding-1']],
  ['an underscore for any character', 'Ł_dź', []],
  ['a backslash', '\\', []],
]

const found = async (path: string, text: string) =>
  (await user.get(`${path}?filter[search]=${encodeURIComponent(text)}`)).items

for (const [what, text, expected] of searches) {
  test(`a search finds ${what}: ${text}`, async () => {
    const listed = await found('/findings/latest', text)
    deepEqual(listed.map((one) => one.text('uid')).toSorted(), expected)
    const groups = await found('/finding-groups/latest', text)
    deepEqual(
      groups.map((one) => one.text('check_id')).toSorted(),
      expected.map((uid) => (uid === 'finding-1' ? check : 'outside_check')).toSorted(),
    )
  })
}

const resourceSearches: readonly (readonly [text: string, names: readonly string[]])[] = [
  ['école 100%', ['ÉCOLE 100%']],
  ['ISTANBUL', ['İstanbul']],
  ['équipe=ŁÓDŹ', ['ÉCOLE 100%']],
  ['Οδος', ['ÉCOLE 100%']],
  ['straße', ['İstanbul']],
  ['1234567890', ['İstanbul']],
  ['100_', []],
]
for (const [text, names] of resourceSearches) {
  test(`a search of resources finds ${text}`, async () => {
    deepEqual(
      (await found('/resources', text)).map((one) => one.text('name')),
      names,
    )
  })
}
