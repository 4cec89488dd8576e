import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import {
  type Account,
  blankAccount,
  firstKeyOf,
  type FixtureCloud,
  type PolicyDocument,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import { masterKey, vault as openVault } from '../../platform/vault/index.ts'
import {
  type Answered,
  type Client,
  freshDatabase,
  type Item,
  type TestDatabase,
  type World,
  world,
} from '../../testing/index.ts'
import { insertSecret } from './secrets.ts'

const serverAccount = '222222222222'
const serverKey = firstKeyOf(serverAccount)
const identity = {
  AWS_ACCESS_KEY_ID: serverKey.accessKeyId,
  AWS_SECRET_ACCESS_KEY: serverKey.secretAccessKey,
}
const customer = '333333333333'
const careless = '444444444444'

/** The trust policy in the guide, for a tenant's role. */
const guided = (externalId: string): PolicyDocument =>
  JSON.parse(
    readFileSync(new URL('../../../examples/aws-role/trust-policy.json', import.meta.url), 'utf8')
      .replace('<the account of the server>', serverAccount)
      .replace('<the id of your tenant>', externalId),
  ) as PolicyDocument
const anybody: PolicyDocument = {
  Statement: [
    {
      Effect: 'Allow',
      Principal: { AWS: `arn:aws:iam::${serverAccount}:root` },
      Action: 'sts:AssumeRole',
    },
  ],
}

/** Adds a role `name` with the trust policy `trust`. */
function withRole(account: Account, name: string, trust: PolicyDocument): Account {
  account.iam.roles.push({
    name,
    id: `AROA${name.toUpperCase()}`,
    path: '/',
    createdAt: new Date(),
    attachedPolicies: [],
    inlinePolicies: {},
    trust,
    description: '',
    maxSessionSeconds: 3_600,
    lastUsed: null,
    tags: {},
  })
  return account
}
const roleOf = (account: string, external_id: string, name = 'audit') => ({
  role_arn: `arn:aws:iam::${account}:role/${name}`,
  external_id,
})

let cloud: FixtureCloud
/** Lends the server's identity; lends it for its own account too; lends nothing. */
let lending: World
let generous: World
let usual: World
const saved = Object.keys(identity).map((name) => [name, process.env[name]] as const)

async function open(
  settings: Readonly<Record<string, string>>,
  test?: TestDatabase,
): Promise<World> {
  return world({
    test: test ?? (await freshDatabase()),
    cloud,
    settings: { ...identity, CONNECTION_TEST_SECONDS: '60', ...settings },
  })
}

before(async () => {
  Object.assign(process.env, identity) // what the official libraries read
  cloud = await startFixtureCloud({
    accounts: [
      withRole(blankAccount(serverAccount), 'deploy', anybody),
      blankAccount(customer),
      withRole(blankAccount(careless), 'audit', anybody),
    ],
  })
  const lent = { AWS_AMBIENT_IDENTITY: 'true' }
  lending = await open(lent)
  generous = await open({ ...lent, AWS_AMBIENT_OWN_ACCOUNT: 'true' })
  usual = await open({})
})
after(async () => {
  for (const one of [lending, generous, usual]) {
    await one.close()
    await one.test.close()
  }
  await cloud.close()
  for (const [name, value] of saved) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

const give = (user: Client, provider: string, secret: object): Promise<Answered> =>
  user.ask('POST', '/providers/secrets', {
    data: {
      type: 'provider-secrets',
      attributes: { secret_type: 'role', secret },
      relationships: { provider: { data: { type: 'providers', id: provider } } },
    },
  })
const connect = async (user: Client, uid: string): Promise<string> =>
  (await user.make('/providers', 'providers', { provider: 'aws', uid })).id

async function tested(user: Client, provider: string): Promise<Item> {
  const task = (await user.ask('POST', `/providers/${provider}/connection`)).item
  return user.finished(task.id)
}

const pointers = ({ faults }: Answered): unknown[] => faults.map(({ source }) => source?.pointer)
/** Roles that were assumed since, by their ARN. */
function assumedSince(from: number): string[] {
  return cloud.calls
    .slice(from)
    .filter(({ operation, status }) => operation === 'AssumeRole' && status === 200)
    .map(({ resource }) => resource)
}

test('a tenant connects its account by a role that trusts the server for this tenant, and scans it', async () => {
  const user = await lending.user()
  withRole(cloud.account(customer), `of-${user.tenantId}`, guided(user.tenantId))
  const provider = await connect(user, customer)
  const secret = roleOf(customer, user.tenantId, `of-${user.tenantId}`)
  const given = await give(user, provider, secret)
  assert.equal(given.status, 201, given.text)
  const task = await tested(user, provider)
  assert.deepEqual(task.at('result'), { connected: true, error: null })
  const scan = (await user.get(`/scans/${await user.scan(provider)}`)).item
  assert.equal(scan.at('state'), 'completed', JSON.stringify(scan))
})

test('a tenant cannot assume a role with the external ID of another tenant', async () => {
  const [victim, attacker] = await Promise.all([lending.user(), lending.user()])
  withRole(cloud.account(customer), `of-${victim.tenantId}`, guided(victim.tenantId))
  const provider = await connect(attacker, customer)
  const guessed = roleOf(customer, victim.tenantId, `of-${victim.tenantId}`)
  const refused = await give(attacker, provider, guessed)
  assert.equal(refused.status, 400, refused.text)
  assert.deepEqual(pointers(refused), ['/data/attributes/secret/external_id'])
  assert.match(refused.text, new RegExp(attacker.tenantId))
  // Nor does a change of a secret that was taken get there.
  const own = await give(attacker, provider, roleOf(customer, attacker.tenantId))
  const { id } = own.item
  const changed = await attacker.ask('PATCH', `/providers/secrets/${id}`, {
    data: { type: 'provider-secrets', id, attributes: { secret: guessed } },
  })
  assert.equal(changed.status, 400, changed.text)
})

test('with keys of its own the external id is whatever its owner agreed on', async () => {
  const user = await lending.user()
  const provider = await connect(user, customer)
  const keys = { aws_access_key_id: 'AKIAEXAMPLE', aws_secret_access_key: 'secret' }
  const given = await give(user, provider, { ...roleOf(customer, 'agreed otherwise'), ...keys })
  assert.equal(given.status, 201, given.text)
})

test('a role that trusts the server for any tenant is reported as unsafe and not used', async () => {
  const user = await lending.user()
  const provider = await connect(user, careless)
  await give(user, provider, roleOf(careless, user.tenantId))
  const task = await tested(user, provider)
  assert.equal(task.at('result', 'connected'), false)
  assert.match(task.text('result', 'error'), /sts:ExternalId/)
})

test("a role of the server's own account is refused, unless the operator allows it", async () => {
  const user = await lending.user()
  const provider = await connect(user, serverAccount)
  await give(user, provider, roleOf(serverAccount, user.tenantId, 'deploy'))
  const from = cloud.calls.length
  const task = await tested(user, provider)
  assert.equal(task.at('result', 'connected'), false)
  assert.match(task.text('result', 'error'), /AWS account of this server.*AWS_AMBIENT_OWN_ACCOUNT/)
  assert.deepEqual(assumedSince(from), [])

  const trusted = await generous.user()
  withRole(cloud.account(serverAccount), `of-${trusted.tenantId}`, guided(trusted.tenantId))
  const own = await connect(trusted, serverAccount)
  await give(trusted, own, roleOf(serverAccount, trusted.tenantId, `of-${trusted.tenantId}`))
  const allowed = await tested(trusted, own)
  assert.deepEqual(allowed.at('result'), { connected: true, error: null })
})

test('a role of one account does not connect another', async () => {
  const user = await lending.user()
  withRole(cloud.account(customer), `of-${user.tenantId}`, guided(user.tenantId))
  const provider = await connect(user, careless)
  await give(user, provider, roleOf(customer, user.tenantId, `of-${user.tenantId}`))
  const from = cloud.calls.length
  const task = await tested(user, provider)
  assert.equal(task.at('result', 'connected'), false)
  assert.match(task.text('result', 'error'), /333333333333.*444444444444/)
  assert.deepEqual(assumedSince(from), [])
})

test("by default nobody uses the server's own identity", async () => {
  const user = await usual.user()
  const provider = await connect(user, customer)
  const foreign = await give(user, provider, roleOf(customer, 'an id of his own'))
  assert.equal(foreign.status, 400, foreign.text)
  assert.deepEqual(pointers(foreign), ['/data/attributes/secret/external_id'])
  assert.equal((await give(user, provider, roleOf(customer, user.tenantId))).status, 201)
  const from = cloud.calls.length
  const task = await tested(user, provider)
  assert.equal(task.at('result', 'connected'), false)
  assert.match(task.text('result', 'error'), /AWS_AMBIENT_IDENTITY/)
  assert.equal(cloud.calls.length, from)
})

test("a secret from before neither connects nor scans once nobody may use the server's identity", async () => {
  const api = await open({ AWS_AMBIENT_IDENTITY: 'true', WORKER: 'false' }, usual.test)
  try {
    const user = await api.user()
    withRole(cloud.account(customer), `of-${user.tenantId}`, guided(user.tenantId))
    const provider = await connect(user, customer)
    await give(user, provider, roleOf(customer, user.tenantId, `of-${user.tenantId}`))
    const from = cloud.calls.length
    const task = await tested(user, provider)
    assert.equal(task.at('result', 'connected'), false)
    assert.match(task.text('result', 'error'), /AWS_AMBIENT_IDENTITY/)
    const scan = (await user.get(`/scans/${await user.scan(provider)}`)).item
    assert.equal(scan.at('state'), 'failed')
    const ended = await user.finished(scan.linked('task')[0] ?? '')
    assert.match(JSON.stringify(ended.attributes), /no_identity/)
    assert.equal(cloud.calls.length, from)
  } finally {
    await api.close()
  }
})

test('a secret from before with the external id of another tenant is not used', async () => {
  const [victim, attacker] = await Promise.all([lending.user(), lending.user()])
  withRole(cloud.account(customer), `of-${victim.tenantId}`, guided(victim.tenantId))
  const provider = await connect(attacker, customer)
  const setting = lending.config.encryptionKey
  const vault = openVault(masterKey({ setting, file: '' }))
  await lending.test.database.inTenant(attacker.tenantId, (tx) =>
    insertSecret(tx, vault, {
      provider,
      name: null,
      secret_type: 'role',
      secret: roleOf(customer, victim.tenantId, `of-${victim.tenantId}`),
    }),
  )
  const from = cloud.calls.length
  const task = await tested(attacker, provider)
  assert.equal(task.at('result', 'connected'), false)
  assert.match(task.text('result', 'error'), /external ID/)
  const scan = (await attacker.get(`/scans/${await attacker.scan(provider)}`)).item
  assert.equal(scan.at('state'), 'failed')
  assert.equal(cloud.calls.length, from)
})
