import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, member, type World, world } from '../../testing/index.ts'
import { showTo } from '../../testing/member.ts'
import { account, firstDay, ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const texts = {
  title: 'Bucket has an owner',
  desc: 'Reads the tag owner of the bucket.',
  risk: 'An incident has no contact.',
  fix: 'Set the tag owner.',
}
type Texts = Partial<typeof texts>

const described = (uid: string, changes: Texts = {}, more: object = {}): object => {
  const { title, desc, risk, fix } = { ...texts, ...changes }
  return {
    ...record({ uid, check: 'outside_owner', ...more }),
    finding_info: { uid, title, desc, types: ['Software and Configuration Checks'] },
    risk_details: risk,
    remediation: {
      desc: fix,
      references: ['outside fix --bucket NAME', 'https://docs.example.com/owner'],
    },
    unmapped: {
      related_url: 'https://docs.example.com/checks',
      additional_urls: ['https://docs.example.com/more'],
      categories: ['governance'],
      notes: 'Tags are case-sensitive.',
    },
  }
}

/** The metadata of the check of each finding, in the order of their uids. */
const metadata = async (user: Client): Promise<Record<string, unknown>[]> =>
  (await user.get('/findings/latest')).items
    .toSorted((one, other) => (one.text('uid') < other.text('uid') ? -1 : 1))
    .map((one) => one.object('check_metadata'))

/** The export of all findings as OCSF. */
async function exported(user: Client): Promise<Record<string, unknown>[]> {
  const headers = { Authorization: user.authorization, Accept: 'application/vnd.ocsf+json' }
  const response = await fetch(`${w.base}/findings/latest`, { headers })
  equal(response.status, 200)
  const text = await response.text()
  return text
    .split('\n')
    .map((line) => line.replace(/^[[,]|[\],]$/g, '').trim())
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

interface Texted {
  readonly finding_info: Record<string, unknown>
  readonly risk_details: unknown
  readonly remediation: unknown
  readonly unmapped: Record<string, unknown>
}

const textsOf = (one: unknown) => {
  const { finding_info, risk_details, remediation, unmapped } = one as Texted
  return {
    title: finding_info['title'],
    desc: finding_info['desc'],
    risk_details,
    remediation,
    related_url: unmapped['related_url'],
    additional_urls: unmapped['additional_urls'],
    categories: unmapped['categories'],
    notes: unmapped['notes'],
  }
}

test('findings show the texts that a file has about a check that is not in the catalog', async () => {
  const user = await w.user()
  await ingest(user, [described('a')])
  const [shown] = await metadata(user)
  deepEqual(
    {
      checktitle: shown?.['checktitle'],
      description: shown?.['description'],
      risk: shown?.['risk'],
      notes: shown?.['notes'],
      categories: shown?.['categories'],
      relatedurl: shown?.['relatedurl'],
      additionalurls: shown?.['additionalurls'],
      servicename: shown?.['servicename'],
      severity: shown?.['severity'],
      remediation: shown?.['remediation'],
    },
    {
      checktitle: texts.title,
      description: texts.desc,
      risk: texts.risk,
      notes: 'Tags are case-sensitive.',
      categories: ['governance'],
      relatedurl: 'https://docs.example.com/checks',
      additionalurls: [
        'https://docs.example.com/checks',
        'https://docs.example.com/more',
        'https://docs.example.com/owner',
      ],
      servicename: 's3',
      severity: 'high',
      remediation: {
        recommendation: { text: texts.fix, url: 'https://docs.example.com/owner' },
        code: { cli: 'outside fix --bucket NAME', nativeiac: '', other: '', terraform: '' },
      },
    },
  )
  const [finding] = (await user.get('/findings/latest')).items
  const one = await user.get(`/findings/${finding?.id}`)
  deepEqual(one.item.object('check_metadata'), shown)
  const [group] = (await user.get('/finding-groups/latest?filter[check_title__icontains]=OWNER'))
    .items
  deepEqual(
    [group?.at('check_id'), group?.at('check_title'), group?.at('check_description')],
    ['outside_owner', texts.title, texts.desc],
  )
})

test('an export has the texts of its import, and importing it changes nothing', async () => {
  const user = await w.user()
  const file = [described('a'), described('b')]
  await ingest(user, file)
  const first = await exported(user)
  deepEqual(first.map(textsOf), file.map(textsOf))
  const before = await metadata(user)
  await ingest(user, first)
  deepEqual(await metadata(user), before)
  deepEqual((await exported(user)).map(textsOf), first.map(textsOf))
})

test('the newest file of an account decides, and another account has its own texts', async () => {
  const user = await w.user()
  await ingest(user, [described('a')])
  await ingest(user, [described('a', { title: 'Newer' }, { time: firstDay + 60_000 })])
  await ingest(user, [described('a', { title: 'Older' }, { time: firstDay - 60_000 })])
  await ingest(user, [described('z', { title: 'Other' }, { account: '123456789012' })])
  deepEqual(
    (await metadata(user)).map((one) => one['checktitle']),
    ['Newer', 'Other'],
  )
})

test('a text that differs between the records of a check is not shown for all of them', async () => {
  const user = await w.user()
  await ingest(user, [described('a', { title: 'Bucket a' }), described('b', { title: 'Bucket b' })])
  for (const one of await metadata(user))
    deepEqual([one['checktitle'], one['risk']], ['outside_owner', texts.risk])
})

test('references, links and notes that differ between the records of a check are not shown for any of them', async () => {
  const user = await w.user()
  const other = {
    ...described('b'),
    remediation: { desc: texts.fix, references: ['https://docs.example.com/b', 'fix b'] },
    unmapped: {
      related_url: 'https://docs.example.com/checks/b',
      additional_urls: ['https://docs.example.com/more/b'],
      categories: ['other'],
      notes: 'About b.',
    },
  }
  for (const records of [
    [described('a'), other],
    [other, described('a')],
    [described('a'), other, described('c')],
  ]) {
    await ingest(user, records)
    for (const one of await metadata(user)) {
      deepEqual([one['notes'], one['risk'], one['relatedurl']], ['', texts.risk, ''])
      deepEqual([one['additionalurls'], one['categories']], [[], []])
      deepEqual(one['remediation'], {
        recommendation: { text: texts.fix, url: '' },
        code: { cli: '', nativeiac: '', other: '', terraform: '' },
      })
    }
  }
})

test('a file from the future does not keep the texts of later files out', async () => {
  const user = await w.user()
  const future = Date.UTC(2099, 0, 1)
  await ingest(user, [described('a', { title: 'Future' }, { time: future })])
  await ingest(user, [described('b', { title: 'Now' }, { time: Date.now() })])
  const titles = (await metadata(user)).map((one) => one['checktitle'])
  deepEqual(new Set(titles), new Set(['Now']))
})

test('a member who sees one account gets no texts of the checks of other accounts', async () => {
  const user = await w.user()
  const hidden = {
    title: 'Hidden project',
    desc: 'Hidden plan',
    risk: 'Hidden risk',
    fix: 'Hidden',
  }
  await ingest(user, [described('a')])
  const later = { account: '123456789012', time: firstDay + 60_000 }
  await ingest(user, [
    described('b', hidden, later),
    described('c', hidden, { ...later, check: 'hidden_check' }),
  ])
  const seen = (await user.get('/providers')).items.find((one) => one.at('uid') === account)
  const { client, roleId } = await member(w, user)
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: seen?.id ?? '' })
  const finding = (await client.get('/findings/latest')).item
  equal(finding.object('check_metadata')['checktitle'], texts.title)
  const day = '2026-01-15'
  const paths = [
    `/findings/${finding.id}`,
    '/findings/latest',
    `/findings?filter[inserted_at]=${new Date().toISOString().slice(0, 10)}`,
    `/findings?filter[inserted_at]=${day}`,
    '/finding-groups/latest',
    '/finding-groups/latest?sort=check_title',
    `/finding-groups?filter[inserted_at]=${new Date().toISOString().slice(0, 10)}`,
  ]
  for (const path of paths) {
    const answer = await client.get(path)
    equal(answer.status, 200, answer.text)
    ok(!answer.text.toLowerCase().includes('hidden'), path)
  }
  for (const [path, count] of [
    ['/finding-groups/latest?filter[check_title__icontains]=hidden', 0],
    ['/findings/latest?filter[search]=hidden', 0],
    ['/finding-groups/latest?filter[check_title__icontains]=owner', 1],
    ['/findings/latest?filter[search]=owner', 1],
  ] as const)
    equal((await client.get(path)).count, count, path)
  equal((await client.get('/finding-groups/latest')).item.at('check_title'), texts.title)
})

test('texts of another tenant are not visible, and the catalog describes its own checks', async () => {
  const [user, other] = [await w.user(), await w.user()]
  const known = {
    ...described('k'),
    metadata: { version: '1.4.0', event_code: 's3_bucket_default_encryption' },
  }
  await ingest(user, [described('a'), known])
  await ingest(other, [record({ uid: 'a', check: 'outside_owner' })])
  equal((await metadata(other))[0]?.['checktitle'], 'outside_owner')
  equal((await other.get('/finding-groups/latest?filter[check_title__icontains]=owner')).count, 0)
  const titles = (await metadata(user)).map((one) => one['checktitle'])
  deepEqual(titles[0], texts.title)
  ok(titles[1] !== texts.title, String(titles[1]))
})

test('long and hostile texts are bounded, and only web addresses are links', async () => {
  const user = await w.user()
  const hostile = {
    ...described('a', {
      title: `<img src=x onerror=alert(1)>\u0000\u001b[2J${'t'.repeat(300_000)}`,
      desc: `line\nline\u0000${'d'.repeat(300_000)}`,
    }),
    remediation: {
      desc: 5,
      references: ['javascript:alert(1)', 3, ...Array(50).fill('x'.repeat(5_000))],
    },
    unmapped: { related_url: 'javascript:alert(1)', additional_urls: ['data:text/html,x', null] },
  }
  await ingest(user, [hostile])
  const [shown] = await metadata(user)
  const title = String(shown?.['checktitle'])
  equal(title.length, 512)
  ok(!/\p{Cc}/u.test(title), title.slice(0, 50))
  ok(String(shown?.['description']).startsWith('line\nline'))
  equal(String(shown?.['description']).length, 16_384)
  deepEqual([shown?.['relatedurl'], shown?.['additionalurls']], ['', []])
  ok(JSON.stringify(shown).length < 100_000)
})
