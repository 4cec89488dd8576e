/** `plumbline seed`: fills a database with what many scans of many accounts would have left in it. */
import { aws } from '@plumbline/scanner'
import {
  chainKey,
  describeDatabase,
  openDatabase,
  readConfig,
  withChainKey,
} from '@plumbline/server'
import { accountsOf, mostFindings, seed } from '@plumbline/server/seed'
import { memory, options, progressBar, say, UsageError } from './terminal.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function readOptions(args: string[]) {
  const values = options(args, {
    findings: 'value',
    scans: 'value',
    accounts: 'value',
    seed: 'value',
    tenant: 'value',
    email: 'value',
    add: 'switch',
  })
  const number = (
    name: string,
    usual: number,
    [least, most]: readonly [number, number],
  ): number => {
    const given = values[name]
    if (given === undefined) return usual
    const read = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN
    if (read >= least && read <= most) return read
    throw new UsageError(
      `--${name} must be a whole number from ${least} to ${most}, not "${given}".`,
    )
  }
  const findings = number('findings', 100_000, [1, mostFindings])
  const tenantId = values['tenant']?.toLowerCase() ?? null
  if (tenantId !== null && !uuid.test(tenantId))
    throw new UsageError(`--tenant must be the id of a tenant, not "${values['tenant']}".`)
  if (values['add'] && tenantId === null)
    throw new UsageError('--add requires --tenant with the id of an existing tenant.')
  if (values['email'] !== undefined && tenantId !== null)
    throw new UsageError(
      '--email is for a new tenant and --tenant for an existing one; use one of them.',
    )
  const address = (values['email'] ?? 'seed@plumbline.example').toLowerCase()
  if (!email.test(address))
    throw new UsageError(`--email must be an email address, not "${address}".`)
  return {
    findings,
    scans: number('scans', 10, [1, 1_000]),
    accounts: number('accounts', accountsOf(findings), [1, Math.min(findings, 1_000)]),
    seed: number('seed', 1, [0, 2 ** 31]),
    tenantId,
    email: address,
    add: values['add'] === 'true',
  }
}

export async function seedTenant(args: string[]): Promise<void> {
  const options = readOptions(args)
  const config = readConfig(process.env)
  const startedMs = performance.now()
  say(`Opening ${describeDatabase(config)} …`)
  const { database } = await openDatabase(config)
  try {
    const { findings, scans, accounts } = options
    say(`Generating ${findings} findings in ${accounts} accounts, each scanned ${scans} times:`)
    const draw = progressBar('results')
    const asked = { ...options, checks: [...aws.catalog.values()], nowMs: Date.now() }
    const { tenantId, observations, login } = await seed(
      withChainKey(database, chainKey(config)),
      asked,
      (progress) =>
        // How many there are to be is known within a few; the end is drawn when it is there.
        draw(Math.min(progress.recorded, progress.expected - 1), progress.expected),
    )
    draw(observations, observations)
    const seconds = (performance.now() - startedMs) / 1_000
    const rate = Math.round(observations / seconds)
    say()
    say(`${observations} results in ${seconds.toFixed(1)} s, ${rate} per second; ${memory()}.`)
    say(`Tenant ${tenantId}`)
    if (login) say(`Login  ${login.email}   password ${login.password}`)
  } finally {
    await database.close()
  }
}
