/**
 * The program whose power is cut: `writer.ts <directory> <template> <transactions>`. Transaction n adds a batch of
 * rows, changes one row, and deletes the batch of ten before; now and then a table is made or emptied and the database
 * vacuumed. It reports when it starts each and when its commit is acknowledged.
 */
import { connectEmbedded } from '../../connect.ts'
import { sql } from '../../sql.ts'
import { rowsOf } from './batches.ts'
import { note } from './recorder.ts'

const [directory = '', template = '', count = '0'] = process.argv.slice(2)
const database = await connectEmbedded({
  directory,
  checkpointSeconds: 1,
  template: template || null,
})
await database.administer(`
  create table batches (id int primary key, size int not null);
  create table batch_rows (
    batch int not null references batches, n int not null, filler text not null, primary key (batch, n));
  create index on batch_rows (filler);
  create table counter (total int not null);
  insert into counter values (0);
  create table emptied (n int primary key);
  grant select, insert, update, delete on batches, batch_rows, counter, emptied to plumbline_app`)
note({ op: 'said', what: 'ready', number: 0 })
for (let n = 1; n <= Number(count); n += 1) {
  note({ op: 'said', what: 'started', number: n })
  await database.outsideTenants(async (tx) => {
    await tx.run(sql`insert into batches (id, size) values (${n}, ${rowsOf(n)})`)
    await tx.run(sql`
      insert into batch_rows (batch, n, filler)
      select ${n}, i, repeat(md5((${n} * 1000 + i)::text), 4) from generate_series(1, ${rowsOf(n)}) i`)
    await tx.run(sql`update counter set total = total + ${rowsOf(n)}`)
    await tx.run(sql`delete from batch_rows where batch = ${n - 10}`)
    await tx.run(sql`delete from batches where id = ${n - 10}`)
    await tx.run(sql`insert into emptied values (${n})`)
  })
  note({ op: 'said', what: 'committed', number: n })
  if (n % 25 === 0) await database.administer('truncate emptied')
  if (n % 40 === 0) await database.administer('vacuum batch_rows')
  if (n % 60 === 0) await database.administer(`create table made_${n} as select * from batch_rows`)
}
await database.close()
