/** Rows of every type in a tenant, so that each id that an operation asks for is there to be named. */
import { randomBytes } from 'node:crypto'
import type { Client } from '../world.ts'
import type { Shelf } from './values.ts'

/** Lists whose rows come from scanning, or from whatever else was done; they are read, not made. */
const read: Readonly<Record<string, string>> = {
  findings: '/findings/latest',
  memberships: '/tenants/{tenant}/memberships',
  'provider-secrets': '/providers/secrets',
  resources: '/resources/latest',
  roles: '/roles',
  scans: '/scans',
  tasks: '/tasks',
}

/** Twelve digits, as AWS numbers accounts. */
const account = (): string =>
  String(100_000_000_000 + (randomBytes(4).readUInt32BE() % 800_000_000))

/**
 * Makes one row of each type that the API makes, each with `word` in its texts, and reads what else is
 * there. The providers on the shelf hold no working secret, so that a scan of them is short.
 */
export async function stock(client: Client, word: string): Promise<Shelf> {
  const name = `${word} ${randomBytes(4).toString('hex')}`
  const made = await client.make('/providers', 'providers', {
    provider: 'aws',
    uid: account(),
    alias: name,
  })
  const provider = { type: 'providers', id: made.id }
  const secret = { aws_access_key_id: `AKIA${word}`, aws_secret_access_key: word }
  const attributes = { name, secret_type: 'static', secret }
  await client.make('/providers/secrets', 'provider-secrets', attributes, { provider })
  const role = await client.make('/roles', 'roles', { name })
  const group = await client.make(
    '/provider-groups',
    'provider-groups',
    { name },
    { providers: [provider] },
  )
  const key = await client.make('/api-keys', 'api-keys', { name })
  const email = `${word}-${randomBytes(4).toString('hex')}@example.com`
  const roles = [{ type: 'roles', id: role.id }]
  const invitation = await client.make('/tenants/invitations', 'invitations', { email }, { roles })
  const shelf = new Map<string, readonly string[]>([
    ['api-keys', [key.id]],
    ['invitations', [invitation.id]],
    ['provider-groups', [group.id]],
    ['providers', [provider.id]],
    ['tenants', [client.tenantId]],
    ['users', [client.userId]],
  ])
  for (const [type, path] of Object.entries(read)) {
    const { items } = await client.get(`${path.replace('{tenant}', client.tenantId)}?page[size]=5`)
    shelf.set(
      type,
      items.map(({ id }) => id),
    )
  }
  return shelf.set('roles', [role.id])
}

/** A shelf for many probes: filled anew for another client, and once something may have been taken off it. */
export class Larder {
  readonly #word: string
  #kept: { readonly client: Client; readonly shelf: Promise<Shelf> } | undefined

  constructor(word: string) {
    this.#word = word
  }

  of(client: Client): Promise<Shelf> {
    if (this.#kept?.client !== client) this.#kept = { client, shelf: stock(client, this.#word) }
    return this.#kept.shelf
  }

  /** Told of what was asked; a DELETE takes rows away. */
  asked({ method }: { readonly method: string }): void {
    if (method === 'DELETE') this.#kept = undefined
  }
}
