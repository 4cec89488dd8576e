/** Rows of every type in a tenant, so that each id that an operation requires exists. */
import { randomBytes } from 'node:crypto'
import type { Client } from '../world.ts'
import type { RowIds } from './values.ts'

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
 * there. The providers have no working secret, so that a scan of them is short.
 */
export async function createRows(client: Client, word: string): Promise<RowIds> {
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
  const configuration = await client.make('/scan-configurations', 'scan-configurations', {
    name,
    configuration: { aws: { retries: 1, [word]: 1 } },
    provider_ids: [provider.id],
  })
  const view = await client.make('/saved-views', 'saved-views', {
    name,
    screen: '/findings',
    query: `filter[search]=${word}`,
  })
  const integration = await client.make('/integrations', 'integrations', {
    integration_type: 'amazon_s3',
    configuration: { bucket_name: 'acme-findings', output_directory: word },
    credentials: secret,
  })
  const key = await client.make('/api-keys', 'api-keys', { name })
  const email = `${word}-${randomBytes(4).toString('hex')}@example.com`
  const roles = [{ type: 'roles', id: role.id }]
  const invitation = await client.make('/tenants/invitations', 'invitations', { email }, { roles })
  const rowIds = new Map<string, readonly string[]>([
    ['api-keys', [key.id]],
    ['integrations', [integration.id]],
    ['invitations', [invitation.id]],
    ['provider-groups', [group.id]],
    ['providers', [provider.id]],
    ['saved-views', [view.id]],
    ['scan-configurations', [configuration.id]],
    ['tenants', [client.tenantId]],
    ['users', [client.userId]],
  ])
  for (const [type, path] of Object.entries(read)) {
    const { items } = await client.get(`${path.replace('{tenant}', client.tenantId)}?page[size]=5`)
    rowIds.set(
      type,
      items.map(({ id }) => id),
    )
  }
  return rowIds.set('roles', [role.id])
}

/** The user who sends the probes, and rows in that user's tenant. */
export interface Sender {
  readonly client: Client
  readonly rowIds: RowIds
}

/**
 * The senders of a suite, one after the other. The probes can end a sender: they delete the user or the tenant, remove
 * permissions, or fill a list up to its limit. The next probe is then sent by a new user.
 */
export class Senders {
  readonly #word: string
  readonly #newUser: () => Promise<Client>
  #client: Client | undefined
  #rowIds: RowIds | undefined

  constructor(word: string, newUser: () => Promise<Client>) {
    this.#word = word
    this.#newUser = newUser
  }

  async current(): Promise<Sender> {
    if (this.#client && (await this.#client.get('/roles')).status === 200) {
      const client = this.#client
      this.#rowIds ??= await createRows(client, this.#word).catch(() => undefined)
      if (this.#rowIds) return { client, rowIds: this.#rowIds }
    }
    const client = await this.#newUser()
    const rowIds = await createRows(client, this.#word)
    this.#client = client
    this.#rowIds = rowIds
    return { client, rowIds }
  }

  /** Call it with each operation that was probed: after a DELETE the rows are made again. */
  probed({ method }: { readonly method: string }): void {
    if (method === 'DELETE') this.#rowIds = undefined
  }
}
