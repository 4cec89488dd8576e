/** The output of the demo, in order, and that it is true. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { main } from './testing/program.ts'

interface Look {
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** What the test does once the first scan has begun, and once the demo has printed everything. */
  readonly begun?: (said: string) => Promise<void>
  readonly ended?: (said: string) => Promise<void>
}

/** Runs the demo until all is printed; `said` is the output. */
async function demo({ environment, args = [], begun, ended }: Look): Promise<string> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'plumbline-demo-'))
  const command = ['--disable-warning=ExperimentalWarning', main, 'demo', ...args]
  const child = spawn(process.execPath, command, {
    env: { ...process.env, PORT: '0', DATA_DIR, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  let asked: Promise<void> | undefined
  try {
    for await (const part of child.stdout) {
      said += String(part)
      if (said.includes('its scan has started.')) asked ??= begun?.(said)
      if (said.includes('Stop with Ctrl+C.')) break
    }
    await asked
    await ended?.(said)
    return said
  } finally {
    child.kill('SIGKILL')
    await exited
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

/** Sends a request with the key that the demo printed. */
async function asked<Data>(said: string, path: string): Promise<Data> {
  const [, key, base] = /Api-Key (\S+)' '(http:\S+?\/api\/v1)/.exec(said) ?? []
  const answer = await fetch(`${base}${path}`, { headers: { Authorization: `Api-Key ${key}` } })
  return (await answer.json()).data
}

const answered = (said: string, path: string): Promise<readonly Item[]> => asked(said, path)

const dayMs = 86_400_000

interface Item {
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Its number of failing findings on the last days, by days before today. */
async function failingByDay(said: string, days: number): Promise<readonly number[]> {
  const from = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  const path = `/overviews/findings_severity/timeseries?filter[date_from]=${from}`
  const rows = await answered(said, path)
  const severities = ['critical', 'high', 'medium', 'low', 'informational']
  return rows
    .map(({ attributes }) => severities.reduce((sum, name) => sum + Number(attributes[name]), 0))
    .toReversed()
}

/** Checks that the demo has a past: what changed since, and what its user decided. */
async function checkPast(said: string): Promise<void> {
  const failed = await failingByDay(said, 30)
  assert.equal(failed.length, 31)
  assert.ok(new Set(failed).size >= 6, failed.join(' '))
  const [now = 0, weekAgo = 0, twoWeeksAgo = 0] = [failed[0], failed[7], failed[14]]
  assert.ok(weekAgo < twoWeeksAgo && weekAgo < now, failed.join(' '))
  assert.ok(Math.min(...failed) > now / 2, 'every account is there from the first day on')

  const overview = await asked<Item>(said, '/overviews/findings')
  const since = Object(overview.attributes['since_previous_scan'])
  assert.equal(since.providers, 3)
  const lists = {
    fail_new: 'filter[status]=FAIL&filter[delta]=new',
    fail_changed: 'filter[status]=FAIL&filter[delta]=changed',
    pass_changed: 'filter[status]=PASS&filter[delta]=changed',
  }
  for (const [name, filters] of Object.entries(lists)) {
    const path = `/findings/latest?${filters}&filter[muted]=false&page[size]=100`
    const listed = (await answered(said, path)).length
    assert.ok(listed > 0, name)
    assert.equal(since[name], listed, name)
  }
  const list = (filters: string) => answered(said, `/findings/latest?${filters}&page[size]=100`)
  const reopened = await list(`${lists.fail_changed}&filter[triage_status]=reopened`)
  assert.ok(reopened.length > 0)

  const soon = new Date(Date.now() + 14 * dayMs).toISOString()
  const ending = await list(`filter[manual_pass_expires_at__lte]=${soon}`)
  assert.equal(ending.length, 3)
  for (const { attributes } of ending) {
    assert.deepEqual([attributes['status'], attributes['raw_status']], ['PASS', 'MANUAL'])
    assert.match(String(attributes['manual_pass_evidence']), /^Demo: /)
  }
  const accepted = await list('filter[triage_status]=risk_accepted')
  assert.deepEqual(
    accepted.map(({ attributes }) => [attributes['muted'], attributes['triage_notes_count']]),
    [[true, 1]],
  )
  const rules = await answered(said, '/alerts/rules')
  assert.equal(rules.length, 1)
  assert.ok(rules[0]?.attributes['last_fired_at'], 'the alert was fired by the scans of today')
}

/** Checks that fail with a text in their findings. */
async function failing(said: string, text: string): Promise<ReadonlySet<unknown>> {
  const path = `/findings/latest?filter[search]=${text}&filter[status]=FAIL&page[size]=100`
  return new Set((await answered(said, path)).map(({ attributes }) => attributes['check_id']))
}

test('the address comes first, is short, and opening it shows the scan running', async () => {
  const seen: unknown[] = []
  const begun = async (begin: string): Promise<void> => {
    const [, address = '', code] = /Open: (http:\S+)\/#demo=(\S+)/.exec(begin) ?? []
    assert.match(code ?? '', /^[\w-]{22}$/)
    const post = async (path: string, type: string, attributes: object): Promise<Response> =>
      fetch(`${address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/vnd.api+json', 'X-Plumbline-Session': 'app' },
        body: JSON.stringify({ data: { type, attributes } }),
      })
    const page = await fetch(`${address}/`, { headers: { Accept: 'text/html' } })
    assert.match(await page.text(), /<div id="/)
    const signedIn = await post('/demo-sign-ins', 'demo-sign-ins', { code })
    const { refresh } = (await signedIn.json()).data.attributes
    const session = await post('/browser-sessions', 'browser-sessions', { refresh })
    const Authorization = `Bearer ${(await session.json()).data.attributes.access}`
    const scans = await fetch(`${address}/api/v1/scans?filter[trigger]=manual`, {
      headers: { Authorization },
    })
    for (const { attributes } of (await scans.json()).data) seen.push(attributes.state)
  }
  const leads: ReadonlySet<unknown>[] = []
  const said = await demo({
    environment: { WEB_APP: 'true' },
    begun,
    async ended(all) {
      leads.push(await failing(all, 'larkspur-website'), await failing(all, 'cloud-admin'))
      await checkPast(all)
    },
  })
  assert.ok(seen.length > 0 && seen.length <= 3, said)
  assert.ok(seen.includes('executing') || seen.includes('available'), seen.join(' '))
  const order = [
    'Open: ',
    'Simulating AWS at ',
    'Signed up demo@',
    'Connected AWS 123456789012; its scan has started.',
    'Connected GitHub larkspur; its scan has started.',
    'Connected Okta larkspur-example.okta.com; its scan has started.',
    'Scanning AWS:',
    'Scanning GitHub:',
    'Scanning Okta:',
    'account  ',
    'all services',
    'Okta: assessed ',
    'Reports of the AWS scan in ',
    '_cis_7.0_aws.pdf',
    'Search the findings for',
    'Try the API:',
    'Done in ',
  ]
  const places = order.map((words) => said.indexOf(words))
  assert.ok(
    places.every((place) => place >= 0),
    said,
  )
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    said,
  )
  const [bucket, administrator] = leads
  for (const check of ['s3_bucket_public_access', 'repository_default_branch_protection_enabled'])
    assert.ok(bucket?.has(check), check)
  for (const check of ['application_admin_console_mfa_required', 'apitoken_not_super_admin'])
    assert.ok(administrator?.has(check), check)
})

test('the demo keeps to one kind of account that is named', async () => {
  const connected: unknown[] = []
  const titles = new Map<unknown, unknown>()
  let regions: unknown
  const said = await demo({
    environment: { WEB_APP: 'false' },
    args: ['--only', 'github'],
    async ended(all) {
      for (const { attributes } of await answered(all, '/providers'))
        connected.push([attributes['provider'], attributes['uid']])
      for (const { attributes } of await answered(all, '/findings/latest?page[size]=100'))
        titles.set(attributes['check_id'], Object(attributes['check_metadata']).checktitle)
      const path = '/compliance-overviews/metadata?filter[provider_type]=github'
      regions = (await asked<Item>(all, path)).attributes['regions']
    },
  })
  assert.deepEqual(connected, [['github', 'larkspur']])
  assert.ok(titles.size > 10)
  for (const [check, title] of titles) assert.notEqual(title, check)
  assert.deepEqual(regions, []) // it has none
  assert.match(said, /_cis_1\.0_github\.csv/)
  assert.doesNotMatch(said, /AWS|Okta|Search the findings/)
})
