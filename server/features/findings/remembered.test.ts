/** What is remembered of findings holds until somebody writes any, and no longer. */
import { remembered } from '../resources/index.ts'
import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { freshDatabase } from '../../testing/database.ts'
import { triageCodes } from './codes.ts'
import { lockHead } from './heads.ts'
import { Player, uidOf } from './testing/player.ts'

const base = await freshDatabase()
after(() => base.close())

const at = (minute: number): string => new Date(Date.now() - 600_000 + minute * 1_000).toISOString()
const full = { 's3/eu': { says: [{ check: 'encrypted', on: 's3/eu:a', status: 'FAIL' as const }] } }

const counting = (tx: Tx): Sql =>
  sql`select count(*) as count from findings where tenant_id = ${tx.tenantId} and muted = ${false}`
const scope = ({ providerId }: Player) => ({ whole: false, ids: [providerId] })

/** The number of findings, and whether the database was asked for it. */
async function count(tx: Tx, player: Player): Promise<[count: number, isAsked: boolean]> {
  let isAsked = false
  const own: Tx = {
    ...tx,
    rows: (statement) => {
      isAsked = true
      return tx.rows(statement)
    },
  }
  const [row] = await remembered<{ count: number }>(own, scope(player), counting(tx))
  return [row?.count ?? 0, isAsked]
}
const ask = (player: Player) => player.in((tx) => count(tx, player))

test('an answer is remembered until the findings of a provider are written', async () => {
  const player = await Player.join(base)
  await player.full(full, at(1))
  deepEqual(
    [await ask(player), await ask(player)],
    [
      [1, true],
      [1, false],
    ],
  )
  await player.touch([uidOf('encrypted', 's3/eu:a')], {
    decide: () => ({ triage: triageCodes.risk_accepted, status_until: null, status: 2 }),
  })
  deepEqual(
    [await ask(player), await ask(player)],
    [
      [0, true],
      [0, false],
    ],
  )
  await player.full({ 's3/eu': { says: [] } }, at(2))
  deepEqual(await ask(player), [0, true])
})

test('another tenant and another scope have answers of their own', async () => {
  const player = await Player.join(base)
  await player.full(full, at(1))
  const other = await Player.join(base)
  const beside = await Player.join(base, player.tenantId)
  deepEqual(await ask(player), [1, true])
  deepEqual(await ask(other), [0, true])
  await beside.full(full, at(1))
  deepEqual(await ask(player), [1, false], 'nothing of its provider was written')
  deepEqual(await ask(beside), [2, true], 'the statement is of the whole tenant')
})

test('a transaction that writes neither takes nor leaves an answer, also where it is rolled back', async () => {
  const player = await Player.join(base)
  await player.full(full, at(1))
  deepEqual(await ask(player), [1, true])
  const failed = player.in(async (tx) => {
    await lockHead(tx, player.providerId)
    await tx.run(sql`delete from findings where tenant_id = ${tx.tenantId}`)
    deepEqual(await count(tx, player), [0, true])
    throw new Error(`rolled back ${newId()}`)
  })
  await failed.catch(() => {})
  deepEqual(await ask(player), [1, false])
  await player.in((tx) => lockHead(tx, player.providerId))
  deepEqual(await ask(player), [1, true])
})

test('an attestation that ends by the clock changes what is remembered', async () => {
  const player = await Player.join(base)
  const manual = { says: [{ check: 'asked', on: 's3/eu:b', status: 'MANUAL' as const }] }
  await player.full({ 's3/eu': manual }, at(1))
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await player.touch([uidOf('asked', 's3/eu:b')], {
    decide: () => ({ triage: triageCodes.resolved, status_until: until, status: 1 }),
  })
  deepEqual(
    [await ask(player), await ask(player)],
    [
      [1, true],
      [1, false],
    ],
  )
  await player.pass91Days(base)
  const [first, second] = [await ask(player), await ask(player)]
  deepEqual([first[1], second[1]], [true, false])
  equal(second[0], 1)
})
