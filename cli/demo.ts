/**
 * The main job before one's eyes: the product on its embedded database, accounts of three kinds to scan, and
 * everything else through the public API, as a client would do it.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readConfig, version } from '@plumbline/server'
import { emptyDirectory } from '@plumbline/server/directory'
import { kindsWanted, type PlayedAccount, play, stories } from './demo-accounts.ts'
import { Api, type ShownFinding } from './demo-client.ts'
import { DemoCode } from './demo-code.ts'
import { History, lookAt } from './demo-history.ts'
import { coverageLine } from './findings-output.ts'
import type { Lifetime } from './lifetime.ts'
import { launch } from './serve.ts'
import { memory, options, progressBar, say, table } from './terminal.ts'

const severities = ['critical', 'high', 'medium', 'low', 'informational'] as const

async function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

/** Ends a step by its name; without one, returns the time of each step and the total. */
function stopwatch(): (step?: string) => string {
  const installing = Number(process.env['PLUMBLINE_INSTALLED_MS'] ?? 0) // by scripts/launch.cjs
  const now = performance.now() // since this process started
  const steps: [name: string, ms: number][] = [
    ...(installing > 0 ? [['installing', installing] as [string, number]] : []),
    ['starting', now],
  ]
  let last = now
  return (step) => {
    const at = performance.now()
    if (step) steps.push([step, at - last])
    last = at
    const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
    const each = steps.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')
    return `Done in ${seconds(steps.reduce((sum, [, ms]) => sum + ms, 0))}: ${each}`
  }
}

/** The demo starts fresh each time, in a separate directory beside the product's. */
async function freshDirectory(dataDir: string): Promise<string> {
  const directory = join(dataDir, 'demo')
  await emptyDirectory(directory)
  return directory
}

/** An account with the scan of it. */
interface Scanned {
  readonly account: PlayedAccount
  readonly scan: string
}

export async function demo(args: string[], lifetime: Lifetime): Promise<void> {
  const values = options(args, { exit: 'switch', only: 'value' })
  const wanted = kindsWanted(values['only'])
  const took = stopwatch()
  const settings = readConfig(process.env)
  say(`Plumbline ${version} demo: opening a fresh embedded database …`)
  const dataDir = await freshDirectory(settings.dataDir)
  const accounts = await play(wanted)
  const port = (await isFree(settings.port, settings.host)) ? settings.port : 0
  const config = {
    ...settings,
    dataDir,
    port,
    databaseUrl: null,
    databaseReplicaUrl: null,
    ...Object.assign({}, ...accounts.map((one) => one.settings)),
    signUp: null, // its own user is the first of a fresh database
    eventStreams: ['scan-progress'],
    logLevel: process.env['LOG_LEVEL'] ?? 'warn',
    drainSeconds: 1,
  }
  const code = new DemoCode()
  const served = await launch(config, {
    api: true,
    worker: true,
    signal: lifetime.signal,
    more: () => [code.endpoint],
  })
  const stop = async (): Promise<void> => {
    await served.stop()
    for (const account of accounts) await account.close()
  }
  lifetime.started({ ...served, stop })
  took('opening the database')
  const login = {
    email: 'demo@plumbline.example',
    password: `demo-${randomBytes(16).toString('base64url')}`,
  }
  const api = await Api.signUp(`${served.address}/api/v1`, login)
  // Printed first, so that the user can watch the scans run. A fragment stays in the browser.
  if (served.hasApp)
    say(`\n  Open: ${served.address}/#demo=${code.issue(() => api.signInAnew(login))}\n`)
  for (const { name, url } of accounts) say(`Simulating ${name} at ${url}.`)
  say(`Signed up ${login.email}.`)
  const { database } = served
  const { signal } = lifetime
  const looks = lookAt(accounts, signal)
  const history = new History({ database, api, looks, ...(await api.owner()), signal })
  await history.watch()
  const scanned = await scans(api, accounts, history)
  took('connecting and scanning')
  await summary(api, scanned)
  took('reading the findings')
  await reports(api, scanned, join(dataDir, 'downloads'))
  took('writing the reports')
  hints(served.address, api, scanned, login)
  say(`${took()}; ${memory()}.`)
  if (values['exit']) {
    await stop()
    process.exit(0)
  }
  say('Still serving. Stop with Ctrl+C.')
}

/** Starts a scan of each account as soon as its past is there, so that they run together; follows one after the other. */
async function scans(
  api: Api,
  accounts: readonly PlayedAccount[],
  history: History,
): Promise<readonly Scanned[]> {
  const scanned: Scanned[] = []
  for (const account of accounts) {
    const provider = await api.connect({ ...account, alias: `demo ${account.name}` })
    await history.record(account, provider)
    scanned.push({ account, scan: await api.scan(provider) })
    say(`Connected ${account.name} ${account.uid}; its scan has started.`)
  }
  for (const { account, scan } of scanned) {
    const bar = progressBar(account.kind === 'aws' ? 'checks × regions' : 'checks')
    say(`Scanning ${account.name}:`)
    let isSeen = false
    await api.follow(scan, (done, total) => {
      isSeen = true
      bar(done, total)
    })
    if (!isSeen) say('completed in the meantime.')
  }
  return scanned
}

/** So many services fit on a screen. */
const mostServices = 12

/** By critical findings, then by high ones, and so on. */
const worstFirst = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  const at = a.findIndex((value, index) => index > 0 && value !== b[index])
  return at < 0 ? 0 : Number(b[at]) - Number(a[at])
}

const countOf = (findings: readonly ShownFinding[], status: string): number =>
  findings.filter((one) => one.status === status).length

const bySeverity = (findings: readonly ShownFinding[]): number[] =>
  severities.map((severity) => findings.filter((one) => one.severity === severity).length)

/** Status detail in each account and what was not seen, then the services with the most to do. */
async function summary(api: Api, scanned: readonly Scanned[]): Promise<void> {
  const findings = await api.findings()
  const accounts = scanned.map(({ account }) => {
    const own = findings.filter(({ check_metadata }) => check_metadata.provider === account.kind)
    const failed = own.filter(({ status }) => status === 'FAIL')
    const counts = [failed.length, countOf(own, 'PASS'), countOf(own, 'MANUAL')]
    return [`${account.name} ${account.uid}`, ...bySeverity(failed), ...counts]
  })
  say()
  say(table(['account', ...severities, 'FAIL', 'PASS', 'MANUAL'], accounts))
  say()
  say(servicesTable(findings.filter(({ status }) => status === 'FAIL')))
  for (const { account, scan } of scanned)
    say(`${account.name}: ${coverageLine(await api.coverage(scan))}`)
}

function servicesTable(failed: readonly ShownFinding[]): string {
  const counted = (name: string, own: readonly ShownFinding[]): (string | number)[] => [
    name,
    ...bySeverity(own),
    own.length,
  ]
  const serviceOf = ({ check_metadata: { provider, servicename } }: ShownFinding): string =>
    `${provider} ${servicename}`
  const services = [...Map.groupBy(failed, serviceOf)]
    .map(([service, own]) => counted(service, own))
    .toSorted(worstFirst)
  const shown = services.slice(0, mostServices)
  const named = new Set(shown.map(([service]) => service))
  const others = failed.filter((one) => !named.has(serviceOf(one)))
  const rest =
    others.length > 0 ? [counted(`${services.length - shown.length} more services`, others)] : []
  return table(['FAIL', ...severities, 'all'], [...shown, ...rest, counted('all services', failed)])
}

/** A report of each format for the first scan, as clients download it. */
async function reports(api: Api, [first]: readonly Scanned[], folder: string): Promise<void> {
  if (!first) return
  for (const path of first.account.reports)
    await api.download(`/scans/${first.scan}/${path}`, folder)
  say()
  say(`Reports of the ${first.account.name} scan in ${folder}:`)
  for (const name of readdirSync(folder).toSorted()) say(`  ${name}`)
}

function hints(
  address: string,
  api: Api,
  scanned: readonly Scanned[],
  { email, password }: { email: string; password: string },
): void {
  const base = `${address}/api/v1`
  const curl = (path: string): string =>
    `  curl -sg -H 'Authorization: Api-Key ${api.key}' '${base}${path}'`
  say()
  if (scanned.length > 1) {
    say('Search the findings for resources that several accounts share:')
    for (const { search, says } of stories) say(`  ${search.padEnd(18)}${says}`)
    say()
  }
  say('Try the API:')
  say(curl('/findings/latest?filter[status]=FAIL&filter[severity]=critical&page[size]=5'))
  say(curl(`/scans/${scanned[0]?.scan}/coverage?filter[outcome]=denied`))
  say(curl('/resources?sort=name&page[size]=5&include=provider'))
  say()
  say(`API ${base}   login ${email}   password ${password}`)
}
