/**
 * Reads responses of the table-based services of the fixture cloud with the official Python client, which moto
 * installs. The client drops members that AWS does not have.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startFixtureCloud } from '../../cloud.ts'
import { demoAccount } from '../../demo/account.ts'
import { nothingLost } from '../official-client.ts'
import { firstKeyOf } from '../../blank-account.ts'
import { plainTables } from './index.ts'
import type { PlainOperation } from './plain.ts'

const account = { ...demoAccount(), denied: [] }
const cloud = await startFixtureCloud({ accounts: [account] })
after(() => cloud.close())

interface Asked {
  readonly service: string
  readonly operation: string
  readonly region: string
  readonly parameters: Readonly<Record<string, string>>
}

interface Answered {
  readonly call: Asked
  readonly body: string
  readonly read: unknown
}

/** Each response in the demo account's state, by its call. */
function callsOf(
  region: string,
  service: string,
  operation: string,
  known: PlainOperation,
  state: object,
): Asked[] {
  const call = { service, operation, region }
  if (!('by' in known)) return [{ ...call, parameters: known.asked ?? {} }]
  const names = [known.by].flat()
  return Object.keys(state).map((key) => {
    const values = names.length === 1 ? [key] : key.split(' ')
    const named = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
    return { ...call, parameters: { ...known.asked, ...named } }
  })
}

const calls = Object.entries(account.plain).flatMap(([region, services]) =>
  Object.entries(services).flatMap(([service, operations]) =>
    Object.entries(operations).flatMap(([operation, state]) => {
      const known = plainTables.find(({ name }) => name === service)?.operations[operation]
      ok(known, `${service} has no ${operation}`)
      return callsOf(region, service, operation, known, state)
    }),
  ),
)

/** The Python interpreter of moto's environment. */
function python(): string {
  const program = process.env['PLUMBLINE_TEST_MOTO_PYTHON']
  if (!program) throw new Error('These tests need moto: npm run test:moto finds it.')
  return program
}

async function read(): Promise<readonly Answered[]> {
  const { accessKeyId, secretAccessKey } = firstKeyOf(account.id)
  const child = spawn(python(), [join(import.meta.dirname, 'read.py')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(
    JSON.stringify({ url: cloud.url, key: accessKeyId, secret: secretAccessKey, calls }),
  )
  let [out, complaint] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()))
  const status = await new Promise((resolve) => child.once('close', resolve))
  equal(status, 0, complaint)
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line, revived) as Answered)
}

/** JSON has no dates; `read.py` marks them. */
const revived = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$date' in value
    ? new Date(Number(value.$date))
    : value

test('what the demo account holds of each service arrives whole', async () => {
  const answers = await read()
  equal(answers.length, calls.length)
  const lost: string[] = []
  for (const { call, body, read: what } of answers) {
    try {
      nothingLost(body, what)
    } catch (error) {
      lost.push(`${call.service}:${call.operation}: ${(error as Error).message}`)
    }
  }
  deepEqual(lost, [])
})
