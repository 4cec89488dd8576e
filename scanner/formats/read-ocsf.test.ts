import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { detectionFinding } from './ocsf.ts'
import { type FileFinding, isProblem, readOcsf } from './read-ocsf.ts'

const plain = {
  class_uid: 2004,
  time: 1_768_478_400_000,
  severity_id: 4,
  status_code: 'FAIL',
  message: 'The bucket is open.',
  metadata: {
    version: '1.4.0',
    event_code: 's3_bucket_public_access',
    product: { name: 'A scanner' },
  },
  finding_info: { uid: 'f-1', title: 'Open bucket' },
  cloud: {
    provider: 'aws',
    account: { uid: '123456789012', name: 'production' },
    region: 'eu-west-1',
  },
  resources: [
    {
      uid: 'arn:aws:s3:::a',
      name: 'a',
      type: 'AwsS3Bucket',
      region: 'eu-west-1',
      group: { name: 's3' },
      labels: ['team:data', 'bare'],
      data: { details: 'more', metadata: { acl: [] } },
    },
  ],
}

function read(record: unknown): FileFinding {
  const found = readOcsf(record)
  ok(!isProblem(found), JSON.stringify(found))
  return found
}
const refusal = (record: unknown): string => {
  const found = readOcsf(record)
  return isProblem(found) ? `${found.code} ${found.pointer}` : 'none'
}

test('a Detection Finding becomes a verdict with its account, resource and time', () => {
  deepEqual(read(plain), {
    account: { provider: 'aws', uid: '123456789012', name: 'production' },
    time: 1_768_478_400_000,
    finding: {
      uid: 'f-1',
      check_id: 's3_bucket_public_access',
      status: 'FAIL',
      severity: 'high',
      status_extended: 'The bucket is open.',
      service: 's3',
      region: 'eu-west-1',
      resource_type: 'AwsS3Bucket',
      resource: {
        uid: 'arn:aws:s3:::a',
        name: 'a',
        region: 'eu-west-1',
        service: 's3',
        type: 'AwsS3Bucket',
        partition: 'aws',
        tags: { team: 'data', bare: '' },
        details: 'more',
        metadata: { acl: [] },
      },
      raw_result: { acl: [] },
    },
  })
})

test('what we write ourselves is read as it was', () => {
  const finding = read(plain).finding
  const written = detectionFinding(finding, {
    provider: 'aws',
    account: { uid: '123456789012' },
    product: { name: 'Plumbline', vendor_name: 'Plumbline', version: '0.1.0' },
    checks: new Map(),
    time: new Date(1_768_478_400_900),
  })
  const again = read(JSON.parse(JSON.stringify(written)))
  deepEqual(again.finding, finding)
  equal(again.time, 1_768_478_400_900)
})

test('tags with signs of their own, and the verdict below an attestation, come back as they were', () => {
  const { finding } = read(plain)
  const tags = { 'aws:cloudformation:stack': 'a=b:c', 'x=y': '', team: 'data' }
  const attested = { ...finding, status: 'PASS', raw_status: 'MANUAL' } as const
  const written = detectionFinding(
    { ...attested, resource: { ...finding.resource, tags } },
    {
      provider: 'aws',
      account: { uid: '123456789012' },
      product: { name: 'Plumbline', vendor_name: 'Plumbline', version: '0.1.0' },
      checks: new Map(),
      time: new Date(1_768_478_400_900),
    },
  )
  equal(written.status_code, 'PASS')
  const again = read(JSON.parse(JSON.stringify(written))).finding
  deepEqual([again.status, again.resource.tags], ['MANUAL', tags])
  // Another product's status word does not apply here.
  equal(read({ ...plain, unmapped: { raw_status: 'MANUAL' } }).finding.status, 'FAIL')
})

const labelled: readonly (readonly [
  what: string,
  product: string,
  resource: object,
  tags: object,
])[] = [
  [
    'keys with colons',
    'Prowler',
    {
      labels: [
        'aws:cloudformation:stack-name:billing',
        'aws:cloudformation:logical-id:Bucket',
        'eks:cluster-name:prod',
        'Name:n',
        'cost=center:42',
        'url:https://example.com/',
      ],
    },
    {
      'aws:cloudformation:stack-name': 'billing',
      'aws:cloudformation:logical-id': 'Bucket',
      'eks:cluster-name': 'prod',
      Name: 'n',
      'cost=center': '42',
      url: 'https://example.com/',
    },
  ],
  [
    'labels with one beginning',
    'Prowler',
    { labels: ['own:a:1', 'own:b:2', 'own:c'] },
    { own: 'a:1', 'own:b': '2', 'own:c': '' },
  ],
  [
    'exact tags beside labels',
    'Prowler',
    {
      labels: ['a:b:c', 'bare'],
      data: { metadata: { tags: [{ Key: 'a:b', Value: 'c' }] } },
    },
    { 'a:b': 'c', bare: '' },
  ],
  [
    'tags as an object, and as objects of one tag each',
    'A scanner',
    { data: { metadata: { tags: { x: '1' }, Tags: [{ y: '2' }] } } },
    { x: '1', y: '2' },
  ],
  ['labels with an equals sign', 'A scanner', { labels: ['app=v1:2'] }, { app: 'v1:2' }],
]
for (const [what, name, resource, tags] of labelled) {
  test(`no tag replaces another: ${what}`, () => {
    const [first] = plain.resources
    const record = {
      ...plain,
      metadata: { ...plain.metadata, product: { name } },
      resources: [{ ...first, labels: [], ...resource }],
    }
    deepEqual(read(record).finding.resource.tags, tags)
  })
}

/** Formats of real scanners' records, where they differ. */
const shapes: [
  string,
  object,
  Partial<FileFinding['finding']> & { account?: string; ms?: number },
][] = [
  ['seconds instead of milliseconds', { time: 1_768_478_400 }, { ms: 1_768_478_400_000 }],
  [
    'a number that is no moment, beside a date',
    { time: 1, time_dt: '2026-01-15T12:00:00Z' },
    { ms: 1_768_478_400_000 },
  ],
  [
    'a local date without a zone beside the number',
    { time: 1_768_478_400, time_dt: '2026-01-15T14:00:00.123456' },
    { ms: 1_768_478_400_000 },
  ],
  [
    'a date in the same second as the number, which is more exact',
    { time: 1_768_478_400, time_dt: '2026-01-15T13:00:00.250+01:00' },
    { ms: 1_768_478_400_250 },
  ],
  [
    'a date of another time than the number',
    { time: 1_768_478_400, time_dt: '2026-01-15T14:00:00Z' },
    { ms: 1_768_478_400_000 },
  ],
  [
    'the time of an older producer, without a zone',
    { time: undefined, event_time: '2026-01-15 12:00:00.5' },
    { ms: 1_768_478_400_500 },
  ],
  [
    'a date without a zone beside an older field with one',
    {
      time: undefined,
      time_dt: '2026-01-15T14:00:00',
      finding_info: { ...plain.finding_info, last_seen_time_dt: '2026-01-15T12:00:00+0000' },
    },
    { ms: 1_768_478_400_000 },
  ],
  [
    'a number of when it was last seen, beside a date of when it was made',
    {
      time: undefined,
      finding_info: {
        ...plain.finding_info,
        last_seen_time: 1_768_478_400,
        created_time_dt: '2025-06-01T00:00:00Z',
      },
    },
    { ms: 1_768_478_400_000 },
  ],
  [
    'only a date without a zone, in summer',
    {
      time: undefined,
      finding_info: { ...plain.finding_info, created_time_dt: '2026-07-15T12:00' },
    },
    { ms: Date.UTC(2026, 6, 15, 12) },
  ],
  ['a date in the place of the number', { time: '2026-01-15 12:00:00' }, { ms: 1_768_478_400_000 }],
  [
    'a posture service: compliance finding, control, PASSED',
    {
      class_uid: 2003,
      status_code: undefined,
      compliance: { control: 'S3.1', status: 'PASSED', status_id: 1 },
      metadata: { version: '1.5.0', product: { name: 'Security Hub' } },
      cloud: { provider: 'AWS', account: { uid: '123456789012' }, region: 'us-east-1' },
      resources: [{ uid: 'arn:aws:s3:::b', type: 'AWS::S3::Bucket', owner: {} }],
    },
    {
      check_id: 'S3.1',
      status: 'PASS',
      service: 's3',
      region: 'us-east-1',
      resource_type: 'AWS::S3::Bucket',
    },
  ],
  [
    'a compliance finding by number: a warning is for people to judge',
    { class_uid: 2003, status_code: undefined, compliance: { status_id: 2 } },
    { status: 'MANUAL' },
  ],
  [
    'a compliance finding of unknown status',
    { class_uid: 2003, status_code: undefined, compliance: { status_id: 0 } },
    { status: 'MANUAL' },
  ],
  [
    'a threat detection: no verdict, a type, open',
    {
      status_code: undefined,
      status_id: 1,
      metadata: { version: '1.1.0' },
      finding_info: { uid: 'g-1', types: ['Recon:EC2/PortProbe'], title: 'Probe' },
    },
    { uid: 'g-1', check_id: 'Recon:EC2/PortProbe', status: 'FAIL' },
  ],
  ['a detection that was resolved', { status_code: undefined, status_id: 4 }, { status: 'PASS' }],
  [
    'a detection that is being closed',
    { status_code: undefined, activity_id: 3 },
    { status: 'PASS' },
  ],
  [
    'a cluster: no cloud, the account beside the schema',
    {
      cloud: undefined,
      unmapped: { provider: 'kubernetes', provider_uid: 'arn:aws:eks:eu-west-1:1:cluster/c' },
      resources: [{ name: 'kube-system/dns', type: 'Pod', namespace: 'kube-system' }],
    },
    {
      account: 'kubernetes arn:aws:eks:eu-west-1:1:cluster/c',
      region: 'global',
      service: 'kubernetes',
    },
  ],
  [
    'a cloud by its full name',
    { cloud: { provider: 'Microsoft Azure', account: { uid: 'A-B' } } },
    { account: 'azure A-B' },
  ],
  ['fatal', { severity_id: 6 }, { severity: 'critical' }],
  ['a severity in words only', { severity_id: undefined, severity: 'Low' }, { severity: 'low' }],
  ['an unknown severity', { severity_id: 0 }, { severity: 'informational' }],
  ['a class that is only in the type', { class_uid: undefined, type_uid: 200_401 }, {}],
  [
    'a region with a separator',
    { resources: [{ uid: 'x', region: 'Europe/West 1' }] },
    { region: 'europe-west-1' },
  ],
  [
    'a service by the ARN',
    { resources: [{ uid: 'arn:aws:sqs:eu-west-1:1:q' }] },
    { service: 'sqs' },
  ],
]
const inZone = <T>(zone: string, work: () => T): T => {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  try {
    return work()
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
}

test('records are read the same in every time zone of the machine', () => {
  const hoursOf = (zone: string) => inZone(zone, () => new Date(2026, 0).getTimezoneOffset() / 60)
  const zones = ['UTC', 'America/New_York', 'Asia/Kolkata']
  deepEqual(zones.map(hoursOf), [0, 5, -5.5])
  const local = '2026-01-15T14:00:00.000001'
  const records = shapes.flatMap(([, more]) => [
    { ...plain, ...more },
    { ...plain, time_dt: local, ...more },
    { ...plain, time: undefined, event_time: local, ...more },
  ])
  const [utc, ...others] = zones.map((zone) => inZone(zone, () => records.map(readOcsf)))
  for (const other of others) deepEqual(other, utc)
})

for (const [what, more, expected] of shapes) {
  test(`${what} is understood`, () => {
    const { account, ms, ...facts } = expected
    const found = read({ ...plain, ...more })
    for (const [name, value] of Object.entries(facts))
      equal(found.finding[name as keyof typeof found.finding], value, name)
    if (account) equal(`${found.account.provider} ${found.account.uid}`, account)
    if (ms) equal(found.time, ms)
  })
}

const refused: [string, unknown, string][] = [
  ['a number', 1, 'not_an_object '],
  ['a list', [plain], 'not_an_object '],
  ['another class', { ...plain, class_uid: 2002 }, 'not_a_finding /class_uid'],
  ['no class', {}, 'not_a_finding /class_uid'],
  [
    'an older version',
    { ...plain, metadata: { version: '1.0.0' } },
    'unsupported_version /metadata/version',
  ],
  [
    'a newer version',
    { ...plain, metadata: { version: '1.9.0' } },
    'unsupported_version /metadata/version',
  ],
  [
    'version 1.10',
    { ...plain, metadata: { version: '1.10.0' } },
    'unsupported_version /metadata/version',
  ],
  ['no account', { ...plain, cloud: { provider: 'aws' } }, 'required /cloud/account/uid'],
  ['no uid', { ...plain, finding_info: { uid: ' ' } }, 'required /finding_info/uid'],
  [
    'a uid of 10,000 characters',
    { ...plain, finding_info: { uid: 'u'.repeat(10_000) } },
    'too_long /finding_info/uid',
  ],
  [
    'no check',
    { ...plain, metadata: { version: '1.4.0' }, finding_info: { uid: 'f' } },
    'required /metadata/event_code',
  ],
  ['no resource', { ...plain, resources: [] }, 'required /resources/0/uid'],
  ['no verdict', { ...plain, class_uid: 2003, status_code: undefined }, 'required /status_code'],
  ['no time', { ...plain, time: undefined }, 'required /time'],
  ['a time beyond all clocks', { ...plain, time: 1e18 }, 'required /time'],
]
for (const [what, record, expected] of refused) {
  test(`a record with ${what} is named by its place: ${expected}`, () => {
    equal(refusal(record), expected)
  })
}

for (const version of [
  '1.1.0',
  '1.2.0',
  '1.3.0',
  '1.4.0',
  '1.5.0',
  '1.6.0',
  '1.7.0',
  '1.8.0-dev',
]) {
  test(`OCSF ${version} is read`, () => {
    equal(read({ ...plain, metadata: { ...plain.metadata, version } }).finding.uid, 'f-1')
  })
}

test('no record makes the reader throw', () => {
  const json = fc.jsonValue()
  const members = fc.dictionary(
    fc.constantFrom(
      'uid',
      'name',
      'version',
      'account',
      'provider',
      'types',
      'labels',
      'tags',
      'data',
      '__proto__',
    ),
    json,
  )
  const name = fc.constantFrom(...Object.keys(plain))
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(members, fc.array(members), json)), (changed) => {
      readOcsf({ ...plain, ...changed })
      readOcsf(changed)
    }),
    { numRuns: 2_000 },
  )
})

for (const { kind, account: uid, resource: resourceUid } of [
  { kind: 'kubernetes', account: 'prod-eu', resource: 'prod-eu/deployment/shop/web' },
  { kind: 'github', account: 'octo-org', resource: 'https://api.github.com/repositories/1296269' },
  { kind: 'okta', account: 'acme.okta.com', resource: 'acme.okta.com/policy/00p1' },
])
  test(`what we write of ${kind} is read back as it was, without a region`, () => {
    const finding = {
      uid: `plumbline-${kind}-some_check-${uid}--${resourceUid}`,
      check_id: 'some_check',
      status: 'FAIL',
      severity: 'high',
      status_extended: 'It is open.',
      service: 'core',
      region: '',
      resource_type: 'Thing',
      resource: {
        uid: resourceUid,
        name: 'web',
        region: '',
        service: 'core',
        type: 'Thing',
        partition: '',
        tags: {},
      },
      raw_result: { images: ['busybox'] },
    } as const
    const written = detectionFinding(finding, {
      provider: kind,
      account: { uid },
      product: { name: 'Plumbline', vendor_name: 'Plumbline', version: '0.1.0' },
      checks: new Map(),
      time: new Date('2026-01-15T12:00:00Z'),
    })
    const { account, finding: back } = read(JSON.parse(JSON.stringify(written)))
    deepEqual([account.provider, account.uid], [kind, uid])
    deepEqual([back.uid, back.region, back.resource.region], [finding.uid, '', ''])
    deepEqual([back.resource.uid, back.resource.partition], [resourceUid, ''])
  })
