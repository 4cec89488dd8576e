/** Where `plumbline scan aws` signs in. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  demoAccount,
  demoCredentials,
  type FixtureCloud,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { commandsWith } from './testing/command.ts'

let cloud: FixtureCloud
const home = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
const { plumbline, end } = commandsWith({})
before(async () => {
  cloud = await startFixtureCloud({ accounts: [demoAccount()] })
})
after(async () => {
  await end()
  await cloud.close()
  rmSync(home, { recursive: true, force: true })
})

const account = (): Record<string, string> => ({
  AWS_ENDPOINT_URL: cloud.url,
  AWS_ACCESS_KEY_ID: demoCredentials.aws_access_key_id,
  AWS_SECRET_ACCESS_KEY: demoCredentials.aws_secret_access_key,
})

test('plumbline scan aws signs in at the region of the environment', async () => {
  const checks = ['scan', 'aws', '--output', 'json', '--checks', 's3_bucket_object_versioning']
  const signedInAt = async (
    variables: Record<string, string>,
    ...options: readonly string[]
  ): Promise<string | undefined> => {
    const before = cloud.calls.length
    const ran = plumbline([...checks, ...options], {
      ...account(),
      AWS_DEFAULT_REGION: '',
      ...variables,
    })
    assert.equal(await ran.status, 3, ran.error())
    const calls = cloud.calls.slice(before)
    return calls.find(({ operation }) => operation === 'GetCallerIdentity')?.region
  }
  assert.equal(await signedInAt({ AWS_REGION: '' }), 'us-east-1')
  assert.equal(await signedInAt({ AWS_REGION: 'eu-west-1' }), 'eu-west-1')
  assert.equal(await signedInAt({ AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-west-1' }), 'eu-west-1')
  const file = join(home, 'home-region.yaml')
  writeFileSync(file, 'aws: {home_region: eu-west-1}\n')
  assert.equal(await signedInAt({ AWS_REGION: 'us-east-1' }, '--config', file), 'eu-west-1')
  const wrong = plumbline(checks, { ...account(), AWS_REGION: 'mars' })
  assert.equal(await wrong.status, 1)
  assert.match(
    wrong.error(),
    /The home region .*AWS_REGION for a command\) must be a region such as eu-west-1\./,
  )
})
