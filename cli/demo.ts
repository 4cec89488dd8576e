/**
 * The main job before one's eyes: the product on its embedded database, a cloud to scan, and everything
 * else through the public API, as a client would do it.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { demoAccount, demoCredentials, startFixtureCloud } from '@plumbline/scanner/testing'
import { DirectoryHeld, readConfig, version } from '@plumbline/server'
import { holderOf } from '@plumbline/server/directory'
import { Api } from './demo-client.ts'
import { coverageLine } from './scan.ts'
import { launch, untilSignalled } from './serve.ts'
import { memory, options, progressBar, say, table } from './terminal.ts'

const severities = ['critical', 'high', 'medium', 'low', 'informational'] as const

async function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

/** Ends a step by its name; without one, says how long each step took and how long it was in all. */
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

/** The demo begins anew each time, in a directory of its own beside the product's. */
function freshDirectory(dataDir: string): string {
  const directory = join(dataDir, 'demo')
  const holder = holderOf(directory)
  if (holder) throw new DirectoryHeld(directory, holder)
  rmSync(directory, { recursive: true, force: true })
  return directory
}

export async function demo(args: string[]): Promise<void> {
  const values = options(args, { exit: 'switch' })
  const took = stopwatch()
  const settings = readConfig(process.env)
  say(`Plumbline ${version} demo: opening a fresh embedded database …`)
  const dataDir = freshDirectory(settings.dataDir)
  const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
  const port = (await isFree(settings.port, settings.host)) ? settings.port : 0
  const config = {
    ...settings,
    dataDir,
    port,
    databaseUrl: null,
    awsEndpointUrl: cloud.url,
    signUp: null, // its own user is the first of a fresh database
    eventStreams: ['scan-progress'],
    logLevel: process.env['LOG_LEVEL'] ?? 'warn',
    drainSeconds: 1,
  }
  const served = await launch(config, { api: true, worker: true })
  const stop = async (): Promise<void> => {
    await served.stop()
    await cloud.close()
  }
  took('opening the database')
  say(`Serving ${served.address}; the fixture cloud plays AWS at ${cloud.url}.`)

  const login = {
    email: 'demo@plumbline.example',
    password: `demo-${randomBytes(16).toString('base64url')}`,
  }
  const api = await Api.signUp(`${served.address}/api/v1`, login)
  say(`Signed up ${login.email}.`)
  const provider = await api.connect(demoAccount().id, demoCredentials, 'demo account')
  took('connecting the account')
  say(`Connected the AWS account ${demoAccount().id}. Scanning it:`)
  const scan = await api.scan(provider)
  await api.follow(scan, progressBar())
  took('scanning')
  await summary(api, scan)
  took('reading the findings')
  hints(served.address, api, { provider, scan }, login)
  say(`${took()}; ${memory()}.`)
  if (values['exit']) {
    await stop()
    process.exit(0)
  }
  say('Still serving. Stop with Ctrl+C.')
  untilSignalled(stop, served.stopSeconds)
}

/** Findings by severity and service, how the verdicts fell, and what was not seen. */
async function summary(api: Api, scan: string): Promise<void> {
  const findings = await api.findings()
  const services = [
    ...new Set(findings.map(({ check_metadata }) => check_metadata.servicename)),
  ].toSorted()
  const failed = findings.filter(({ status }) => status === 'FAIL')
  const rows = severities.map((severity) => {
    const ofSeverity = failed.filter((finding) => finding.severity === severity)
    const counts = services.map(
      (service) => ofSeverity.filter((one) => one.check_metadata.servicename === service).length,
    )
    return [severity, ...counts, ofSeverity.length]
  })
  say()
  say(table(['FAIL by severity', ...services, 'all'], rows))
  const count = (status: string): number => findings.filter((one) => one.status === status).length
  say(
    `${findings.length} findings: ${count('FAIL')} FAIL, ${count('PASS')} PASS, ${count('MANUAL')} MANUAL`,
  )
  say(coverageLine(await api.coverage(scan)))
}

function hints(
  address: string,
  api: Api,
  { scan }: { provider: string; scan: string },
  { email, password }: { email: string; password: string },
): void {
  const base = `${address}/api/v1`
  const curl = (path: string): string =>
    `  curl -sg -H 'Authorization: Api-Key ${api.key}' '${base}${path}'`
  say()
  say('Ask it yourself:')
  say(curl('/findings/latest?filter[status]=FAIL&filter[severity]=critical&page[size]=5'))
  say(curl(`/scans/${scan}/coverage?filter[outcome]=denied`))
  say(curl('/resources?sort=name&page[size]=5&include=provider'))
  say()
  say(`API ${base}   login ${email}   password ${password}`)
}
