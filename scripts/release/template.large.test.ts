/** The template of a release: the same bytes each time, and a database that starts from it. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connectEmbedded } from '../../server/platform/db/index.ts'
import { migrations } from '../../server/platform/db/migrate.ts'
import { shippedTemplate, templateName } from '../../server/platform/db/template.ts'
import { testEnvironment } from '../../server/testing/database.ts'
import { makeTemplate, migratedDirectory } from './template.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-template-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// The run on PostgreSQL has nothing to learn here.
if (!testEnvironment.postgresAdmin) {
  test('two templates of the same moment have the same bytes', async () => {
    const ms = Date.UTC(2026, 10, 30)
    const [one, other] = [await migratedDirectory(ms), await migratedDirectory(ms)]
    ok(Buffer.from(one).equals(Buffer.from(other)))
  })

  test('a new directory starts from the packed template, with all migrations and no other rows', async () => {
    const file = join(folder, templateName())
    await makeTemplate(file, Date.UTC(2026, 10, 30))
    equal(shippedTemplate(folder), file)
    const directory = join(folder, 'data')
    const database = await connectEmbedded({ directory, checkpointSeconds: 0, template: file })
    try {
      const applied = await database.administer('select name, checksum from migrations order by 1')
      deepEqual(
        applied,
        migrations().map(({ name, checksum }) => ({ name, checksum })),
      )
      deepEqual(await database.administer('select id from tenants'), [])
      deepEqual(await database.administer('select id from users'), [])
    } finally {
      await database.close()
    }
  })
}
