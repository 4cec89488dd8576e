import { equal, match, notEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { tables } from '../../features/index.ts'
import { freshDatabase } from '../../testing/database.ts'
import { schemaOf } from './schema.ts'

const { administer, close } = await freshDatabase()
after(close)
const page = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')

test('schema.sql is what the migrations make', async () => {
  equal(await schemaOf(administer, tables), page)
})

const planted: readonly [string, string, RegExp][] = [
  ['a column', 'alter table mails add column more int', /^ {2}more int,$/m],
  [
    'an index',
    'create index mails_more on mails (attempts)',
    /^create index mails_more on mails \(attempts\);$/m,
  ],
  [
    'an index that a foreign key refers to',
    `create unique index mails_more on mails (id, attempts);
     create table more (id uuid, attempts int, foreign key (id, attempts) references mails (id, attempts))`,
    /^create unique index mails_more on mails \(id, attempts\);$/m,
  ],
  ['a key', 'alter table mails add unique (mailbox, due_at)', /^ {2}unique \(mailbox, due_at\)$/m],
  [
    'a function',
    'create function more() returns int language sql as $$ select 1 $$',
    /^-- more\(\) → int, /m,
  ],
]
for (const [name, text, line] of planted) {
  test(`${name} that no migration made is another page`, async () => {
    await administer(`begin; ${text}`)
    const other = await schemaOf(administer, tables)
    await administer('rollback')
    notEqual(other, page)
    match(other, line)
  })
}
