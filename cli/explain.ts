/** `plumbline explain FINDING`: what a verdict rests on, of a finding in the database or in a file of a scan. */
import { explain, type Explanation } from '@plumbline/scanner'
import { auditHeads, storedFindings, readConfig } from '@plumbline/server'
import { configIn } from './config.ts'
import { openExisting } from './existing.ts'
import { explanationLines, type Found } from './explanation.ts'
import { findingIn } from './finding-file.ts'
import { usageLines } from './help.ts'
import { kindOf } from './kinds.ts'
import { CommandFailed, flags, printable, say, UsageError } from './terminal.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function explainFinding(args: string[]): Promise<void> {
  const { values, rest } = flags(args, { file: 'value', config: 'value', tenant: 'value' })
  const [name = '', ...more] = rest
  const { file, tenant, config } = values
  const isUsable = file === undefined ? config === undefined : tenant === undefined
  if (name === '' || more.length > 0 || !isUsable) throw new UsageError(...usageLines('explain'))
  if (tenant !== undefined && !uuid.test(tenant)) throw new UsageError(...usageLines('explain'))
  const found =
    file === undefined
      ? await inDatabase(name, tenant?.toLowerCase())
      : await findingIn(file, name, config === undefined ? null : configOf(config))
  const explanation = await explanationOf(found)
  if (!explanation) {
    throw new CommandFailed(
      `${found.uid} is a finding of the check ${found.check_id}, which this version does not include. ` +
        `Its status is ${found.status}: ${found.status_extended}`,
    )
  }
  for (const line of explanationLines(found, explanation)) say(printable(line))
}

/** The configuration in a file for scans of a kind; undefined for an unknown kind. */
const configOf = (file: string) => async (name: string) => {
  const kind = kindOf(name)
  return kind ? (await configIn(file, kind.provider)).config : {}
}

async function explanationOf(found: Found): Promise<Explanation | undefined> {
  const kind = kindOf(found.provider)
  return (
    kind &&
    explain(kind.provider, {
      checkId: found.check_id,
      status: found.rawStatus,
      rawResult: found.rawResult,
      areNullsLeftOut: found.areNullsLeftOut,
      account: found.account,
      partition: found.resource.partition,
      time: found.time ?? new Date(),
      config: found.config,
    })
  )
}

async function inDatabase(name: string, tenant: string | undefined): Promise<Found> {
  const { database } = await openExisting(readConfig(process.env))
  try {
    // Every tenant has events: founding it is one.
    const tenants = tenant
      ? [tenant]
      : (await auditHeads(database)).map(({ tenant_id }) => tenant_id)
    const found = []
    for (const id of tenants)
      for (const one of await storedFindings(database, id, name)) found.push({ ...one, tenant: id })
    const [kept, ...others] = found
    if (!kept) throw new CommandFailed(`There is no finding ${name}.`)
    if (others.length > 0) {
      throw new CommandFailed(
        `${found.length} findings have the uid ${name}. Use one of these ids:`,
        ...found.map((one) => `  ${one.id} of account ${one.account_uid}, tenant ${one.tenant}`),
      )
    }
    return {
      ...kept,
      account: kept.account_uid,
      resource: {
        uid: kept.resource_uid ?? '',
        name: kept.resource_name ?? '',
        partition: kept.partition ?? '',
      },
      rawStatus: kept.raw_status,
      isMuted: kept.muted,
      time: new Date(kept.recorded_at),
      rawResult: kept.raw_result,
      areNullsLeftOut: kept.is_imported && kept.uid.startsWith('plumbline-'),
      config: kept.configuration ?? {},
      configNote: kept.configuration
        ? null
        : kept.is_imported
          ? 'It was imported, and what its scan went by is not known: these are the defaults.'
          : 'What its scan went by was not recorded: these are the defaults.',
    }
  } finally {
    await database.close()
  }
}
