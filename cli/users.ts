import {
  chainKey,
  makeResetToken,
  readConfig,
  releaseAddress,
  userWith,
  verifyAddress,
  withChainKey,
} from '@plumbline/server'
import { openExisting } from './existing.ts'
import { usageLines } from './help.ts'
import { CommandFailed, flags, say, UsageError } from './terminal.ts'

/**
 * Commands of the operator about an address. `verify` proves it: from then on providers of sign-in that verified the
 * same address let in to that account. `release` takes an address that was never proven from its account. `reset`
 * prints a link with which the user sets a new password.
 */
export async function users(args: string[]): Promise<void> {
  const { rest } = flags(args, {})
  const [verb = '', email = '', ...more] = rest
  if (!/^(show|verify|release|reset)$/.test(verb) || !email.includes('@') || more.length > 0)
    throw new UsageError(...usageLines('users'))
  const config = readConfig(process.env)
  const opened = await openExisting(config)
  const database = withChainKey(opened.database, chainKey(config))
  try {
    const user = await userWith(database, email)
    if (!user) throw new CommandFailed(`No user has the email address ${email}.`)
    if (verb === 'show') {
      const state = user.email_verified ? 'verified' : 'not verified'
      say(`User ${user.id}: email address ${state}${user.is_active ? '' : ', inactive'}`)
      for (const { id, name, role, date_joined } of user.tenants)
        say(`  ${role} of "${name}" (${id}) since ${date_joined}`)
    } else if (verb === 'verify') {
      await verifyAddress(database, email)
      say(`Verified ${email} as the address of user ${user.id}.`)
    } else if (verb === 'reset') {
      const made = await makeResetToken(database, email)
      if (!made) throw new CommandFailed(`User ${user.id} is inactive or has no tenant.`)
      const { passwordResetUrl, publicUrl } = config
      const page = passwordResetUrl ?? `${publicUrl ?? ''}/api/v1/password-reset`
      say(`${page}#token=${made.token}`)
      say(`Send this link to the user of ${email}. It works once, until ${made.expiresAt}.`)
      if (!page.startsWith('http'))
        say('Put the address of your server before it: PUBLIC_URL is not set.')
    } else if (await releaseAddress(database, email)) {
      say(`Released ${email}. User ${user.id} is signed out and no longer has it.`)
    } else {
      throw new CommandFailed(`${email} is verified, so only its user can change it.`)
    }
  } finally {
    await database.close()
  }
}
