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

interface Item {
  readonly attributes: Readonly<Record<string, unknown>>
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
    const scans = await fetch(`${address}/api/v1/scans`, { headers: { Authorization } })
    for (const { attributes } of (await scans.json()).data) seen.push(attributes.state)
  }
  const leads: ReadonlySet<unknown>[] = []
  const said = await demo({
    environment: { WEB_APP: 'true' },
    begun,
    async ended(all) {
      leads.push(await failing(all, 'larkspur-website'), await failing(all, 'cloud-admin'))
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
