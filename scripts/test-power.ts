/**
 * `npm run test:power -- --cuts 200`: cuts the power of the embedded database at random moments, on paper: what was
 * not fsynced is lost page by page, and what is left has to open with everything in it that was acknowledged.
 * `--seed` repeats a run; `--without-fsync` shows what the same cuts do to an engine whose fsync does nothing.
 */
import { parseArgs } from 'node:util'
import { seeded } from '../scanner/testing/index.ts'
import { cutPower, record } from '../server/platform/db/testing/power/cuts.ts'
import { testEnvironment } from '../server/testing/database.ts'

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '200' },
    transactions: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'without-fsync': { type: 'boolean', default: false },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const asked = {
  cuts: Number(values.cuts),
  random: seeded(Number(values.seed)),
  ignoreFsync: values['without-fsync'],
}
say(`${asked.cuts} cuts over ${values.transactions} transactions, seed ${values.seed}`)
const recording = await record(Number(values.transactions), testEnvironment.template)
let done = 0
let faults = 0
for await (const { operation, loss, committed, fault } of cutPower(recording, asked)) {
  done += 1
  if (fault !== undefined) {
    faults += 1
    say(`cut at operation ${operation} (lost: ${loss}, ${committed} acknowledged): ${fault}`)
  } else if (done % 20 === 0) say(`${done} cuts`)
}
say(`${done} cuts: ${faults} left a database that was not whole`)
if (faults > 0) process.exitCode = 1
