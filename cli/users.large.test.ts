import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLog, openDatabase, readConfig, start } from '@plumbline/server'
import {
  Client,
  password,
  processDatabase,
  processFlags,
  withoutLimits,
} from '@plumbline/server/testing'
import { main } from './testing/program.ts'

test('the operator says whose an address is: proven from then on, or free again', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-users-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const { settings, close } = await processDatabase(directory)
  t.after(close)
  const environment = {
    ...settings,
    ...withoutLimits,
    PORT: '0',
    WORKER: 'no',
    LOG_LEVEL: 'silent',
  }

  /** Serves for as long as `work` lasts: the embedded database has one holder. */
  async function served<T>(work: (anonymous: Client) => Promise<T>): Promise<T> {
    const config = readConfig(environment)
    const { database } = await openDatabase(config)
    const product = await start({ config, database, log: createLog('silent') })
    try {
      return await work(new Client(`${product.address}/api/v1`))
    } finally {
      await product.stop()
      await database.close()
    }
  }
  const users = (...args: string[]) => command('users', ...args)
  async function command(...args: string[]): Promise<[status: number | null, said: string]> {
    const child = spawn(process.execPath, [...processFlags, main, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => said.push(part.toString()))
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return [status, said.join('')]
  }
  const [ann, bob] = ['ann@example.com', 'bob@example.com']
  await served(async (anonymous) => {
    for (const email of [ann, bob])
      await anonymous.make('/users', 'users', { name: 'Somebody', email, password })
  })
  assert.match(
    (await users('show', ann))[1],
    /^User [\da-f-]{36}: email address not verified\n {2}owner of /,
  )
  const [status, said] = await users('verify', ann.toUpperCase())
  assert.deepEqual([status, said.startsWith('Verified ')], [0, true], said)
  const [refused, why] = await users('release', ann)
  assert.deepEqual([refused, why], [1, `${ann} is verified, so only its user can change it.\n`])
  assert.equal((await users('release', bob))[0], 0)
  assert.deepEqual(await command('domains', 'show', 'nobody.example'), [
    1,
    'No tenant has a SAML configuration for nobody.example.\n',
  ])
  await served(async (anonymous) => {
    const attributes = { email: ann, password }
    const pair = await anonymous.make('/tokens', 'tokens', attributes)
    const me = await new Client(anonymous.base, {
      ...anonymous,
      authorization: `Bearer ${pair.text('access')}`,
    }).get('/users/me')
    assert.equal(me.item.at('email_verified'), true)
    const again = { name: 'Bob himself', email: bob, password }
    await anonymous.make('/users', 'users', again)
  })
})
