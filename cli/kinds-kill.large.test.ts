/** For every kind of account: a scan whose worker dies resumes, and ends with the expected findings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedFindings, kindsUnderTest } from '@plumbline/scanner/testing/kinds'
import { type Client, eventually, findingLines } from '@plumbline/server/testing'
import { Installation } from './testing/installation.ts'

/** Connects an account and starts a scan of it. */
async function scanned(
  client: Client,
  type: string,
  { uid, secret_type, secret }: { uid: string; secret_type: string; secret: object },
): Promise<string> {
  const made = await client.make('/providers', 'providers', { provider: type, uid })
  const provider = { type: 'providers', id: made.id }
  await client.make('/providers/secrets', 'provider-secrets', { secret_type, secret }, { provider })
  const task = await client.make('/scans', 'scans', {}, { provider })
  return task.text('task_args', 'scan_id')
}

for (const { provider, reads, startSmall } of kindsUnderTest) {
  const { type } = provider
  test(`a scan of an account of kind ${type} whose worker is killed ends with the expected findings`, {
    timeout: 400_000,
  }, async (t) => {
    const fixture = await startSmall()
    t.after(() => fixture.close())
    const installation = await Installation.prepare({
      ...fixture.connected.settings,
      ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
      LEASE_SECONDS: '2',
    })
    t.after(() => installation.stop())
    await installation.start()
    await installation.signUp(type)
    // One read hangs, so the kill falls into the scan: other units are recorded, this one is not.
    const allow = fixture.spoil(reads.at(-1)?.action ?? null, { do: 'hang' })
    const scan = await scanned(installation.client, type, fixture.connected)
    const at = async (name: string) =>
      (await installation.client.get(`/scans/${scan}`)).item.at(name)
    await eventually('a unit is recorded', async () => Number(await at('progress')) > 0)
    assert.equal(await at('state'), 'executing')
    await installation.crash()
    allow()
    await installation.start()
    await eventually('the scan is completed', async () => (await at('state')) === 'completed')
    assert.deepEqual(await findingLines(installation.client), expectedFindings(type))
  })
}
