/** Where `plumbline scan aws` signs in. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commandsWith } from './testing/command.ts'
import { demoAws } from './testing/demo-aws.ts'

const { cloud, folder, variables } = demoAws()
const { plumbline, end } = commandsWith({})
after(end)

test('plumbline scan aws signs in at the region of the environment', async () => {
  const checks = ['scan', 'aws', '--output', 'json', '--checks', 's3_bucket_object_versioning']
  const signedInAt = async (
    regions: Record<string, string>,
    ...options: readonly string[]
  ): Promise<string | undefined> => {
    const before = cloud().calls.length
    const ran = plumbline([...checks, ...options], {
      ...variables(),
      AWS_DEFAULT_REGION: '',
      ...regions,
    })
    assert.equal(await ran.status, 3, ran.error())
    const calls = cloud().calls.slice(before)
    return calls.find(({ operation }) => operation === 'GetCallerIdentity')?.region
  }
  assert.equal(await signedInAt({ AWS_REGION: '' }), 'us-east-1')
  assert.equal(await signedInAt({ AWS_REGION: 'eu-west-1' }), 'eu-west-1')
  assert.equal(await signedInAt({ AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-west-1' }), 'eu-west-1')
  const file = join(folder, 'home-region.yaml')
  writeFileSync(file, 'aws: {home_region: eu-west-1}\n')
  assert.equal(await signedInAt({ AWS_REGION: 'us-east-1' }, '--config', file), 'eu-west-1')
  const wrong = plumbline(checks, { ...variables(), AWS_REGION: 'mars' })
  assert.equal(await wrong.status, 1)
  assert.match(
    wrong.error(),
    /The home region .*AWS_REGION for a command\) must be a region such as eu-west-1\./,
  )
})
