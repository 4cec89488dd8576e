import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../../testing/database.ts'
import { newId } from '../ids.ts'
import { readCanaries, plantCanaries, insertCanary } from './testing/canaries.ts'
import { inTransaction } from './database.ts'
import { DatabaseError, duplicateOf } from './errors.ts'
import type { Tx } from './port.ts'
import { type Sql, sql } from './sql.ts'

const opened = await freshDatabase()
const { database, close } = opened
after(close)
const [acme = '', rival = ''] = await plantCanaries(opened, 2)

const words = (): Promise<string[]> => database.inTenant(acme, (tx) => readCanaries(tx))

test('a statement works as the restricted role, in the tenant of its transaction', async () => {
  const seen = await database.inTenant(acme, (tx) =>
    tx.single(sql`select current_user::text as role, current_setting('app.tenant_id') as tenant`),
  )
  deepEqual(seen, { role: 'plumbline_app', tenant: acme })
  const withoutTenant = await database.outsideTenants((tx) =>
    tx.single(sql`select current_user::text as role, current_setting('app.tenant_id') as tenant`),
  )
  deepEqual(withoutTenant, { role: 'plumbline_app', tenant: '' })
})

test('a read-only transaction refuses statements that write, and only that transaction', async () => {
  const before = await words()
  const write = (tx: Tx) => insertCanary(tx, 'written')
  await rejects(database.inTenant(acme, write, { readOnly: true }), {
    name: 'WriteRefused',
    message: /in a read-only transaction$/,
  })
  const read = await database.inTenant(acme, (tx) => readCanaries(tx), { readOnly: true })
  deepEqual(read, before)
  await rejects(
    database.inTenant(acme, async (tx) => {
      await write(tx)
      throw new Error('as usual')
    }),
    /as usual/,
  )
})

test('values come back as they went in, the same on both engines', async () => {
  const bytes = Buffer.from([0, 1, 127, 128, 255])
  const json = { text: 'é"\\', list: [1, null, { deep: true }], big: 1e15 }
  const row = await database.inTenant(acme, (tx) =>
    tx.single<Record<string, unknown>>(sql`
      select ${'2026-11-21T04:34:32.123456Z'}::timestamptz as moment,
             ${'2026-11-21'}::date as day,
             ${2 ** 53 - 1}::int8 as large,
             ${-7}::int4 as small,
             ${3}::int2 as code,
             ${'12.5'}::numeric as amount,
             ${0.1}::float8 as share,
             ${true}::boolean as yes,
             ${null}::text as nothing,
             ${acme}::uuid as id,
             ${"'; drop table users; -- $1 \\ é \u{1F600}"}::text as text,
             ${bytes}::bytea as bytes,
             ${JSON.stringify(json)}::jsonb as document,
             array['a,b', 'c"d', null]::text[] as texts,
             array[1, 2]::int8[] as numbers,
             array[${acme}::uuid] as ids,
             array['2026-11-21T04:34:32.1Z', null]::timestamptz[] as moments,
             array['2026-11-21']::date[] as days,
             array[1.5, 2]::numeric[] as amounts,
             array['{"a": [1]}', '"text"']::jsonb[] as documents,
             '{{1,2},{3,4}}'::int8[] as square,
             '{}'::text[] as none,
             (select array_agg(r.key || r.count)
                from jsonb_to_recordset(${JSON.stringify([
                  { key: 'x', count: 1 },
                  { key: 'y', count: 2 },
                ])}::jsonb) r(key text, count int)) as records`),
  )
  const { bytes: back, ...rest } = row
  deepEqual(Buffer.from(back as Uint8Array), bytes)
  deepEqual(rest, {
    moment: '2026-11-21T04:34:32.123Z',
    day: '2026-11-21',
    large: 2 ** 53 - 1,
    small: -7,
    code: 3,
    amount: 12.5,
    share: 0.1,
    yes: true,
    nothing: null,
    id: acme,
    text: "'; drop table users; -- $1 \\ é \u{1F600}",
    document: json,
    texts: ['a,b', 'c"d', null],
    numbers: [1, 2],
    ids: [acme],
    moments: ['2026-11-21T04:34:32.100Z', null],
    days: ['2026-11-21'],
    amounts: [1.5, 2],
    documents: [{ a: [1] }, 'text'],
    square: [
      [1, 2],
      [3, 4],
    ],
    none: [],
    records: ['x1', 'y2'],
  })
})

test('rows, the maybe row, the single row and the count of written rows', async () => {
  await database.inTenant(acme, async (tx) => {
    deepEqual(await tx.rows(sql`select 1 as n union all select 2 order by n`), [{ n: 1 }, { n: 2 }])
    equal(await tx.maybe(sql`select 1 as n where false`), undefined)
    deepEqual(await tx.maybe(sql`select 1 as n`), { n: 1 })
    await rejects(tx.single(sql`select 1 where false`), /Expected one row, found 0/)
    await rejects(tx.single(sql`select 1 union all select 2`), /Expected one row, found 2/)
    equal(await tx.run(sql`update canaries set n = n + 1 where tenant_id = ${acme}`), 1)
    equal(await tx.run(sql`update canaries set n = n + 1 where word = 'nobody'`), 0)
  })
})

test('a transaction that throws changes nothing, and the next one starts clean', async () => {
  const stop = new Error('stop')
  await rejects(
    database.inTenant(acme, async (tx) => {
      await insertCanary(tx, 'unwanted')
      throw stop
    }),
    stop,
  )
  deepEqual(await words(), [acme])
})

test('a prepared statement may be sent again before its first answer', async () => {
  const doubled = (by: number): Sql => sql`select ${by}::int * 2 as twice, 'at once' as sent`
  const answers = await database.inTenant(newId(), (tx) =>
    Promise.all([1, 2, 3].map((by) => tx.single<{ twice: number }>(doubled(by)))),
  )
  deepEqual(
    answers.map(({ twice }) => twice),
    [2, 4, 6],
  )
})

test('an error among statements that were sent together spoils none of their neighbours', async () => {
  await rejects(
    database.inTenant(acme, async (tx) => {
      await Promise.all([
        insertCanary(tx, 'unwanted'),
        tx.rows(sql`select 1 / 0 as never`),
        insertCanary(tx, 'unwanted too'),
      ])
    }),
    (error) => error instanceof DatabaseError && error.code === '22012',
  )
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      database
        .inTenant(acme, async (tx) => {
          const [one, , three] = await Promise.all([
            tx.single<{ n: number }>(sql`select ${n}::int as n`),
            n % 3 === 0 ? tx.rows(sql`select ${n}::int / 0`) : tx.rows(sql`select 1`),
            tx.single<{ n: number }>(sql`select ${n}::int + 1 as n`),
          ])
          return [one.n, three.n]
        })
        .catch((error: DatabaseError) => error.code),
    ),
  )
  deepEqual(
    answers,
    answers.map((_, n) => (n % 3 === 0 ? '22012' : [n, n + 1])),
  )
  deepEqual(await words(), [acme])
})

test('an error that the work swallows does not commit what came before it', async () => {
  await rejects(
    database.inTenant(acme, async (tx) => {
      await insertCanary(tx, 'unwanted')
      await tx.rows(sql`select * from nowhere`).catch(() => {})
      return 'done'
    }),
    (error) => error instanceof DatabaseError && error.code === '42P01',
  )
  deepEqual(await words(), [acme])
})

test('an error of a statement that nobody waits for does not commit either', async () => {
  await rejects(
    database.inTenant(acme, async (tx) => {
      await insertCanary(tx, 'unwanted')
      tx.rows(sql`select 1 / 0`).catch(() => {})
      return 'done'
    }),
    (error) => error instanceof DatabaseError && error.code === '22012',
  )
  deepEqual(await words(), [acme])
})

test('a statement that nobody waits for is part of its transaction', async () => {
  const word = newId()
  await database.inTenant(acme, async (tx) => {
    void insertCanary(tx, word)
    return 'done'
  })
  deepEqual(await words(), [acme, word].toSorted())
  await database.inTenant(acme, (tx) => tx.run(sql`delete from canaries where word = ${word}`))
})

test('a statement sent after its transaction is refused, and reaches no session', async () => {
  let finished: Tx | undefined
  await database.inTenant(acme, async (tx) => {
    finished = tx
  })
  const late = finished
  ok(late)
  await database.inTenant(rival, async (tx) => {
    await rejects(readCanaries(late), /after its transaction had ended/)
    await rejects(insertCanary(late, 'unwanted'), /after its transaction had ended/)
    deepEqual(await readCanaries(tx), [rival])
  })
  await rejects(readCanaries(late), /after its transaction had ended/)
})

test('a transaction inside a transaction throws at once and harms neither', async () => {
  const nested = [
    (): Promise<unknown> => database.inTenant(rival, async () => 'inner'),
    (): Promise<unknown> => database.inTenant(acme, async () => 'inner'),
    (): Promise<unknown> => database.outsideTenants(async () => 'inner'),
  ]
  for (const inner of nested) {
    await database.inTenant(acme, async (tx) => {
      equal(inTransaction(), true)
      await rejects(inner, /opened inside a transaction/)
      await rejects(sleep(1).then(inner), /opened inside a transaction/)
      deepEqual(await readCanaries(tx), [acme])
    })
    await database.outsideTenants(async () => {
      await rejects(inner, /opened inside a transaction/)
    })
  }
  equal(inTransaction(), false)
})

test('work that outlives its transaction may open the next one', async () => {
  let later: Promise<string[]> | undefined
  await database.inTenant(acme, async () => {
    later = sleep(20).then(words)
  })
  deepEqual(await later, [acme])
})

test('a tenant without a proper id is refused before anything is sent', async () => {
  const bad = ['', 'acme', `${acme} `, `${acme}\n`, acme.slice(1), "' or true --", `{${acme}}`]
  for (const id of [...bad, undefined, null, {}, 0]) {
    await rejects(
      database.inTenant(id as string, async () => 'never'),
      /needs the id of a tenant/,
    )
  }
})

test('what waits for the commit runs after it, in order, and never after a rollback', async () => {
  const heardOf: string[] = []
  await database.inTenant(acme, async (tx) => {
    tx.afterCommit(() => heardOf.push('first'))
    tx.afterCommit(() => heardOf.push(inTransaction() ? 'inside' : 'second'))
    await insertCanary(tx, 'passing')
    deepEqual(heardOf, [])
  })
  deepEqual(heardOf, ['first', 'second'])
  for (const fail of [
    (): Promise<unknown> => Promise.reject(new Error('ours')),
    (tx: Tx): Promise<unknown> => tx.rows(sql`select 1 / 0`).catch(() => {}),
  ]) {
    await rejects(
      database.inTenant(acme, async (tx) => {
        tx.afterCommit(() => heardOf.push('never'))
        await fail(tx)
      }),
    )
  }
  deepEqual(heardOf, ['first', 'second'])
  await database.inTenant(acme, (tx) => tx.run(sql`delete from canaries where word = 'passing'`))
})

test('a duplicate names the constraint that it would violate, and aborts the transaction', async () => {
  const id = newId()
  await rejects(
    database.inTenant(acme, async (tx) => {
      await insertCanary(tx, 'one', id)
      await insertCanary(tx, 'two', id)
    }),
    (error) => {
      match(duplicateOf(error) ?? '', /^canaries\w*_pkey$/)
      return true
    },
  )
  deepEqual(await words(), [acme])
})

test('an array is read as it was written, whatever its elements hold', async () => {
  const arrays: readonly (readonly (string | null)[])[] = [
    [],
    [''],
    ['plain', 'words'],
    ['one,two', '{', '}', '{}', '"', '\\', 'a b', ' ', '\n'],
    [null, 'NULL', 'null', 'ANNULLED'],
    ['[0:1]={1,2}', 'é', '🙂'],
  ]
  for (const array of arrays) {
    const [row] = await database.outsideTenants((tx) =>
      tx.rows<{ texts: unknown }>(
        sql`select coalesce(array_agg(case when t.value = 'null'::jsonb then null else t.value #>> '{}' end order by t.place), '{}') as texts
              from jsonb_array_elements(${JSON.stringify(array)}::jsonb) with ordinality t(value, place)`,
      ),
    )
    deepEqual(row?.texts, array)
  }
  const id = newId()
  const [uuids] = await database.outsideTenants((tx) =>
    tx.rows<{ uuids: unknown }>(sql`select array[${id}::uuid, null, ${id}::uuid] as uuids`),
  )
  deepEqual(uuids?.uuids, [id, null, id])
})
