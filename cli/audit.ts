import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import {
  auditHeads,
  chainKey,
  type Head,
  headLine,
  readConfig,
  readHeads,
  verifyChain,
} from '@plumbline/server'
import { openExisting } from './existing.ts'
import { usageLines } from './help.ts'
import { CommandFailed, flags, say, UsageError } from './terminal.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const options = {
  verify: { tenant: 'value', heads: 'value' },
  heads: { out: 'value' },
} as const

/** The newest exported hash of each tenant in a file. */
function headsOf(file: string): ReadonlyMap<string, Head> {
  let heads: readonly Head[]
  try {
    heads = readHeads(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandFailed(`${file} is not a file of audit heads: ${(error as Error).message}`)
  }
  const newest = heads.toSorted((a, b) => a.sequence - b.sequence)
  return new Map(newest.map((head) => [head.tenant_id, head]))
}

/** Whether the events of one or all tenants are as they were written. */
async function verify(tenant: string | undefined, file: string | undefined): Promise<void> {
  const exported = file === undefined ? new Map<string, Head>() : headsOf(file)
  const config = readConfig(process.env)
  const { database } = await openExisting(config)
  try {
    const key = chainKey(config)
    const all = (await auditHeads(database)).map(({ tenant_id }) => tenant_id)
    const known = new Set([...all, ...exported.keys()])
    if (tenant !== undefined && !known.has(tenant))
      throw new CommandFailed(`There are no audit events for tenant ${tenant}.`)
    const tenants = tenant === undefined ? known : [tenant]
    for (const id of tenants) {
      const { events, broken, reason } = await database.inTenant(id, (tx) =>
        verifyChain(tx, key, exported.get(id)),
      )
      const about = tenant === undefined ? `Tenant ${id}: ` : ''
      if (broken === null) say(`${about}${events} events, the chain is intact.`)
      else {
        say(`${about}The chain of ${events} events is broken: event ${broken} ${reason}.`)
        process.exitCode = 1
      }
    }
  } finally {
    await database.close()
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw new CommandFailed(`${file} cannot be written: ${(error as Error).message}.`)
  }
}

/** The newest event of each tenant's chain, for storage that users with write access to the database cannot modify. */
async function heads(file: string | undefined): Promise<void> {
  const { database } = await openExisting(readConfig(process.env))
  try {
    const text = (await auditHeads(database)).map(headLine).join('')
    if (file === undefined) process.stdout.write(text)
    else write(file, text)
  } finally {
    await database.close()
  }
}

export async function audit(args: string[]): Promise<void> {
  const [command, ...more] = args
  if (command !== 'verify' && command !== 'heads') throw new UsageError(...usageLines('audit'))
  const { values, rest } = flags(more, options[command])
  const tenant = values['tenant']
  if (rest.length > 0 || (tenant !== undefined && !uuid.test(tenant)))
    throw new UsageError(...usageLines('audit'))
  if (command === 'verify') await verify(tenant?.toLowerCase(), values['heads'])
  else await heads(values['out'])
}
