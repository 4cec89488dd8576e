import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

/** What a process writes that logs `facts` under `event`. */
function written(level: string, event: string, facts: object, kind = 'info'): string {
  const script = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const { event, facts } = JSON.parse(process.argv[1])
    createLog(${JSON.stringify(level)}).${kind}(event, facts)`
  const given = JSON.stringify({ event, facts })
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script, given],
    { encoding: 'utf8' },
  )
  assert.deepEqual([status, stdout], [0, ''], stderr)
  return stderr
}

test('a log line is one JSON object with its time in UTC', () => {
  const before = Date.now()
  const line = written('info', 'scan finished', { scan_id: 'a', ms: 7, done: true })
  const { time, ...rest } = JSON.parse(line) as Record<string, string>
  assert.deepEqual(rest, { level: 30, msg: 'scan finished', scan_id: 'a', ms: 7, done: true })
  assert.match(time ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const moment = Date.parse(time ?? '')
  assert.ok(moment >= before && moment <= Date.now())
})

test('a log field cannot create another line or another field', () => {
  const forged = '{"level":30,"time":"2026-01-01T00:00:00.000Z","msg":"signed in"}'
  const values = [`a\n${forged}`, `a\r\n${forged}`, `"${forged}`, 'a\u0000c\u001b[2J', '%s %j %o']
  for (const reason of values) {
    const text = written('info', 'refused', { reason, more: 1 })
    assert.equal(text.split(/[\n\r]/).length, 2, 'one line and its end')
    assert.doesNotMatch(text.slice(0, -1), /\p{Cc}/u)
    const { msg, reason: read } = JSON.parse(text) as Record<string, unknown>
    assert.deepEqual([msg, read], ['refused', reason])
  }
})

test('a log of warnings holds no info, and a silent one nothing', () => {
  assert.equal(written('warn', 'started', {}), '')
  assert.match(written('warn', 'started', {}, 'warn'), /"msg":"started"/)
  assert.equal(written('silent', 'failed', {}, 'error'), '')
})

test('of an error its type, message, stack and code are written, and nothing that it has besides', () => {
  const script = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    try { new URL('https://a:99999/?sig=secret') } catch (error) { createLog('info').error('failed', { error }) }`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  assert.doesNotMatch(stderr, /sig=secret/)
  const line = stderr.split('\n').find((one) => one.startsWith('{')) ?? '{}'
  const { error } = JSON.parse(line) as { error: Record<string, unknown> }
  assert.deepEqual(Object.keys(error).toSorted(), ['code', 'message', 'stack', 'type'])
  assert.equal(error['code'], 'ERR_INVALID_URL')
})
