/** Compliance of random scans, mutes and decisions, against the naive reference of findings. */
import { deepEqual } from 'node:assert/strict'
import { after, test } from 'node:test'
import { assess, type Framework } from '@plumbline/scanner/frameworks'
import { freshDatabase } from '../../testing/database.ts'
import { latestScans } from '../rollups/scans.ts'
import { checks } from '../findings/testing/account.ts'
import { type Run, sequences } from '../findings/testing/run.ts'
import { talliesOf } from './tallies.ts'

/** A sample in a run of all tests; `npm run test:long` goes on for minutes. */
const isLong = process.env['PLUMBLINE_TEST_LONG'] === '1'
const base = await freshDatabase()
after(() => base.close())

/** Each combination of the checks is a requirement, and so is one that nobody makes. */
const combinations = [[], [0], [1], [0, 1], [2], [1, 2]]
const ids = [...checks, 'unmade']
const framework: Framework = {
  id: 'model_1.0_aws',
  framework: 'Model',
  version: '1.0',
  providers: ['aws'],
  checks: [ids],
  requirements: combinations.map((places, at) => ({
    id: `${at}`,
    checks: [Uint16Array.from(places)],
    attributes: {},
  })),
}

/** What the copies of the latest full scan say of a requirement, the muted ones left out. */
function expectedOf({ reference }: Run): readonly object[] {
  const scan = reference.subject
  const copies = scan ? reference.counted(scan).filter(({ muted }) => !muted) : []
  return combinations.map((places) => {
    const about = copies.filter(({ uid }) =>
      places.some((place) => uid.startsWith(`plumbline-aws-${ids[place]}-`)),
    )
    const many = (status: string): number => about.filter((copy) => copy.status === status).length
    const [pass, fail, manual] = [many('PASS'), many('FAIL'), many('MANUAL')]
    const status = fail > 0 ? 'FAIL' : pass > 0 && manual === 0 ? 'PASS' : 'MANUAL'
    return { pass, fail, manual, status }
  })
}

async function agrees(run: Run): Promise<void> {
  const { player } = run
  const assessed = await player.in(async (tx) => {
    const scans = await latestScans(tx, { whole: true, ids: [player.providerId] })
    return assess(framework, await talliesOf(tx, scans))
  })
  deepEqual(
    assessed.map(({ pass, fail, manual, status }) => ({ pass, fail, manual, status })),
    expectedOf(run),
  )
}

test('a requirement stands as the copies of the latest full scan say', (context) =>
  sequences(base, {
    seconds: isLong ? 300 : 4,
    holds: agrees,
    say: (line) => context.diagnostic(line),
  }))
