/**
 * Which scan a provider’s numbers are about, tested on every endpoint: of what comes after the latest completed scan
 * only a completed full one may move them.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listEndpoints } from '../../describe-api.ts'
import { type Looked, type Playing, Player } from '../findings-model/player.ts'
import { type Client, type World, world } from '../index.ts'
import { needed } from '../needed.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Paths that show live rows, scans themselves or the work behind them: newer evidence shows here at once. */
const moving = new Set([
  '/finding-groups',
  '/finding-groups/latest',
  '/finding-subjects',
  '/finding-subjects/latest',
  '/finding-triages',
  '/findings',
  '/findings/findings_services_regions',
  '/findings/latest',
  '/findings/metadata',
  '/findings/metadata/latest',
  '/resources',
  '/resources/latest',
  '/resources/metadata',
  '/resources/metadata/latest',
  '/scans',
  '/tasks',
])
const paths = (await listEndpoints())
  .filter(({ method, path, may }) => method === 'GET' && may !== 'anonymous' && !path.includes(':'))
  .map(({ path }) => path)
const still = paths.filter((path) => !moving.has(path))
/** Those that have numbers of findings: a full scan has to move each of them. */
const counting = still.filter(
  (path) =>
    /^\/(overviews|compliance-overviews)/.test(path) &&
    !/providers\/count$|attributes$|metadata$/.test(path),
)

test('the list of endpoints that newer evidence may move names none that is not there', () => {
  deepEqual(
    [...moving].filter((path) => !paths.includes(path)),
    [],
  )
  ok(counting.length >= 13, counting.join())
})

/** Answers by path, whenever they were made: moments are taken out. */
async function answersOf(user: Client): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>()
  for (const path of still) {
    const answer = await user.get(`${path}?${(needed[path] ?? '').slice(1)}`)
    // What a user has none of, such as a second factor, is not there; all else answers.
    ok(answer.status === 200 || answer.fault.code === 'not_found', `${path}: ${answer.text}`)
    if (counting.includes(path)) equal(answer.status, 200, path)
    all.set(path, answer.text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment'))
  }
  return all
}
type Answers = Awaited<ReturnType<typeof answersOf>>
const moved = (one: Answers, other: Answers): string[] =>
  still.filter((path) => one.get(path) !== other.get(path))

const firstMs = Date.now() - 3_600_000
let seconds = 0
const next = (): string => new Date(firstMs + (seconds += 1) * 1_000).toISOString()

const says = (check: string, on: string, status: 'PASS' | 'FAIL') => ({ check, on, status })
const account = (status: 'PASS' | 'FAIL'): Record<string, Looked> => ({
  'iam/us': { says: [says('iam_root_mfa_enabled', 'iam/us:root', status)] },
  's3/eu': {
    says: [
      says('s3_bucket_public_access', 's3/eu:a', status),
      says('s3_bucket_secure_transport_policy', 's3/eu:a', status),
    ],
  },
  'ec2/eu': { says: [says('ec2_instance_imdsv2_enabled', 'ec2/eu:i', status)] },
})
const completedAt = (scan: Playing, value: string): Promise<unknown> =>
  w.test.administer(`update scans set completed_at = ${value} where id = '${scan.id}'`)

/** Events after the latest scan, in turn. */
const comers: readonly (readonly [string, (player: Player) => Promise<unknown>])[] = [
  [
    'a newer partial scan',
    (player) =>
      player.partial(
        { says: Object.values(account('PASS')).flatMap((unit) => unit.says ?? []) },
        next(),
      ),
  ],
  [
    'a newer partial scan that finds everything gone',
    (player) => player.partial({ vanished: ['iam/us:root', 's3/eu:a', 'ec2/eu:i'] }, next()),
  ],
  ['a newer import', (player) => imported(player, 'PASS')],
  ...(['failed', 'cancelled'] as const).map(
    (state) =>
      [
        `a newer scan that is ${state}`,
        async (player: Player) => {
          const scan = await player.begin('full', next())
          await player.unit(scan, 'iam/us', account('PASS')['iam/us'] ?? {}, next())
          await w.test.administer(
            `update scans set state = '${state}', completed_at = now() where id = '${scan.id}'`,
          )
        },
      ] as const,
  ),
  [
    'a newer scan that runs',
    async (player) => {
      const scan = await player.begin('full', next())
      await player.unit(scan, 's3/eu', account('PASS')['s3/eu'] ?? {}, next())
      return scan
    },
  ],
]

async function imported(player: Player, status: 'PASS' | 'FAIL'): Promise<Playing> {
  const scan = await player.begin('import', next())
  for (const [unit, looked] of Object.entries(account(status)))
    await player.unit(scan, `import/${unit}`, looked, next())
  await player.finish(scan)
  return scan
}

for (const dated of [true, false]) {
  const which = dated ? 'the latest completed scan' : 'a latest scan without completed_at'
  test(`Versioning 4: every endpoint answers for ${which}, whatever else came after it`, async () => {
    const user = await w.user()
    const player = await Player.join(w.test, user.tenantId)
    const scan = await player.full(account('FAIL'), next())
    await completedAt(scan, 'inserted_at') // the moment that it counts from without its end
    const before = await answersOf(user)
    if (!dated) await completedAt(scan, 'null')
    for (const [what, come] of comers) {
      await come(player)
      deepEqual(moved(before, await answersOf(user)), [], what)
    }
  })
}

test('Versioning 4: an import is the latest scan only where the provider has nothing else, in every endpoint', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  const none = await answersOf(user)
  await imported(player, 'FAIL')
  const first = await answersOf(user)
  const withoutHistory = counting.filter((path) => !path.endsWith('/timeseries'))
  deepEqual(
    moved(none, first).filter((path) => withoutHistory.includes(path)),
    withoutHistory,
  )
  await player.partial({ says: account('PASS')['s3/eu']?.says ?? [] }, next())
  deepEqual(moved(first, await answersOf(user)), [])
  await imported(player, 'PASS')
  const second = await answersOf(user)
  ok(moved(first, second).includes('/overviews/findings'))
  await player.full(account('FAIL'), next())
  const full = await answersOf(user)
  ok(moved(second, full).includes('/overviews/findings'))
  await imported(player, 'PASS')
  deepEqual(moved(full, await answersOf(user)), [])
})

test('a full scan that completes moves every endpoint that counts findings', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await player.full(account('FAIL'), next())
  const before = await answersOf(user)
  const another = says('s3_bucket_public_access', 's3/us:b', 'PASS')
  await player.full({ ...account('PASS'), 's3/us': { says: [another] } }, next())
  const after = moved(before, await answersOf(user))
  deepEqual(
    counting.filter((path) => !after.includes(path)),
    [],
  )
})
