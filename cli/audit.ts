import { openDatabase, readConfig, verifyChain } from '@plumbline/server'
import { flags, say, UsageError } from './terminal.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `audit verify --tenant <id>`: whether the events of a tenant are as they were written. */
export async function audit(args: string[]): Promise<void> {
  const { values, rest } = flags(args, { tenant: 'value' })
  const tenant = values['tenant'] ?? ''
  if (rest.join(' ') !== 'verify' || !uuid.test(tenant))
    throw new UsageError('Usage: plumbline audit verify --tenant <id>')
  const { database } = await openDatabase(readConfig(process.env))
  try {
    const { events, broken } = await database.inTenant(tenant, verifyChain)
    if (broken !== null) {
      say(`The chain of ${events} events is broken at event ${broken}.`)
      process.exitCode = 1
      return
    }
    say(`${events} events, an unbroken chain.`)
  } finally {
    await database.close()
  }
}
