import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { startRedis as startOwnRedis } from '../../server/testing/redis.ts'
import { freePort, startRedis } from '../services.ts'

// Only where the runner has started servers: the others may lack Redis.
if (process.env['PLUMBLINE_TEST_REDIS_PORT']) {
  test('a dump that another server left in the temporary folder is not loaded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-left-'))
    const { TMPDIR } = process.env
    writeFileSync(join(folder, 'dump.rdb'), 'REDIS9999')
    process.env['TMPDIR'] = folder
    try {
      await (await startRedis()).stop()
      await (await startOwnRedis()).close()
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = TMPDIR
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('a server that ends at its start says why', async () => {
    const at = { host: '127.0.0.1', port: await freePort() }
    const why = { message: /did not stay \(status 1\)\.[^]*no-such-setting/ }
    await rejects(startRedis(at, ['--no-such-setting', 'yes']), why)
    await rejects(startOwnRedis('--no-such-setting', 'yes'), {
      message: /did not answer\.[^]*no-such-setting/,
    })
  })
}
