/** An independent test of most services at once: one moto account, one scan, and a table of the expected results. */
import { equal, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { aws } from '../../index.ts'
import { motoAccount, type Seen } from '../moto.ts'
import { compute } from './compute.ts'
import { data } from './data.ts'
import { type Difference, holds, type Said, type Table } from './expected.ts'
import { guards } from './guards.ts'
import { messages } from './messages.ts'
import { networks } from './networks.ts'

const tables: readonly Table[] = [networks, guards, messages, data, compute]
const expected: Table = Object.assign({}, ...tables)
const { id, settings, scanned } = await motoAccount('200000000110')

/** Creates the resources. Returns the names for random ids. */
async function seed(): Promise<ReadonlyMap<string, string>> {
  const program = process.env['PLUMBLINE_TEST_MOTO_PYTHON']
  if (!program) throw new Error('These tests need moto: npm run test:moto finds it.')
  // -B: writes no bytecode files next to the program.
  const child = spawn(program, ['-B', join(import.meta.dirname, 'seed.py')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const { accessKeyId: key, secretAccessKey: secret, sessionToken: token } = settings.credentials
  const url = process.env['PLUMBLINE_TEST_MOTO_URL']
  child.stdin.end(JSON.stringify({ url, key, secret, token, account: id, region: settings.region }))
  let [out, complaint] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()))
  const status = await new Promise((resolve) => child.once('close', resolve))
  equal(status, 0, complaint)
  return new Map(Object.entries(JSON.parse(out) as Record<string, string>))
}

/** All checks of the services in the table. */
async function checksOfSeeded(): Promise<readonly string[]> {
  const services = await Promise.all(Object.values(aws.services).map((load) => load()))
  const seeded = services
    .map(({ checks }) => checks.map((check) => check.id))
    .filter((ids) => ids.some((check) => check in expected))
  ok(seeded.length >= 25, `${seeded.length} services`)
  return seeded.flat()
}

/** The results by check and resource, in the format of the table. */
function saidBy(
  { findings, unread }: Seen,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, Said> {
  const longest = [...names].toSorted(([a], [b]) => b.length - a.length)
  const shortened = (uid: string): string => {
    const named = longest.reduce((text, [from, to]) => text.replaceAll(from, to), uid)
    // Automatic snapshots have the time in their names.
    return named
      .split(':')
      .slice(5)
      .join(':')
      .replace(/-\d{4}(-\d\d){4}$/, '')
  }
  const rows = [
    ...findings.map(({ check_id, region, resource, status }) => ({
      row: { check_id, region, uid: resource.uid },
      said: status as Said,
    })),
    ...unread.map(({ check_id, region, uid, reason, action }) => ({
      row: { check_id, region, uid },
      said: `gap ${reason} ${action}` as Said,
    })),
  ]
  const said = new Map(
    rows.map(({ row: { check_id, region, uid }, said }) => {
      const place = region === settings.region ? '' : `${region} `
      return [`${check_id} of ${place}${uid === null ? 'list' : shortened(uid)}`, said]
    }),
  )
  equal(said.size, rows.length, 'two resources have one name')
  return said
}

test('an account of moto is judged as AWS’s rules say, or the table says why not', async () => {
  const names = await seed()
  const checks = await checksOfSeeded()
  const said = saidBy(await scanned({ checks, regions: [settings.region, 'eu-west-1'] }), names)
  const rows = new Map<string, Said | Difference>(
    Object.entries(expected).flatMap(([check, resources]) =>
      Object.entries(resources).map(([resource, row]) => [`${check} of ${resource}`, row] as const),
    ),
  )
  const unlike = [...rows].flatMap(([row, wanted]) => {
    const given = said.get(row) ?? 'none'
    return holds(wanted, given) ? [] : [`${row}: ${given}, not ${JSON.stringify(wanted)}`]
  })
  const unexpected = [...said].filter(([row]) => !rows.has(row)).map((row) => row.join(': '))
  // Compares lines of text: the report of nested values would be truncated.
  equal([...unlike, '--', ...unexpected].join('\n'), '--')
})

test('what differs from AWS differs, and says why', () => {
  for (const [check, resources] of Object.entries(expected)) {
    for (const [resource, row] of Object.entries(resources)) {
      if (typeof row === 'string') continue
      ok(row.aws !== row.moto && row.because.endsWith('.'), `${check} of ${resource}`)
    }
  }
  equal(Object.keys(expected).length, tables.flatMap((table) => Object.keys(table)).length)
})
