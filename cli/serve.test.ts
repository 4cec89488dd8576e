import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { processDatabase, processFlags } from '@plumbline/server/testing'
import { launch } from './testing/installation.ts'

const module = new URL('./lifetime.ts', import.meta.url).href

interface Ended {
  readonly status: number | null
  readonly said: string
  readonly error: string
}

/** Waits for the end of a process; `heard` is called with each line of its output. */
async function ended(
  child: ChildProcess,
  heard: (line: string) => void = () => {},
): Promise<Ended> {
  let [said, error] = ['', '']
  child.stderr?.on('data', (part: Buffer) => (error += part.toString()))
  child.stdout?.on('data', (part: Buffer) => {
    said += part.toString()
    for (const line of part.toString().split('\n')) heard(line)
  })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, said, error }
}

/** A process that stops by `stop`; `then` is what it does once it is ready. */
function stoppable(stop: string, then = ''): ChildProcess {
  const script = `
    import { Lifetime } from ${JSON.stringify(module)}
    const log = { error: (event, { error }) => console.error(event + ': ' + error.message) }
    const lifetime = new Lifetime()
    await lifetime.run(async () => lifetime.started({ stop: ${stop}, stopSeconds: 1, log }))
    setInterval(() => {}, 1_000)
    console.log('ready')
    ${then}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** As `ended`, after a signal. */
function signalled(stop: string): Promise<Ended> {
  const child = stoppable(stop)
  return ended(child, (line) => line === 'ready' && child.kill('SIGTERM'))
}

test('a process that receives a signal stops gracefully with status 0', async () => {
  const { status, error } = await signalled('async () => {}')
  assert.deepEqual({ status, error }, { status: 0, error: '' })
})

test('a stop that exceeds its time limit ends with a message', async () => {
  const { status, error } = await signalled('() => new Promise(() => {})')
  assert.equal(status, 1)
  assert.match(error, /^Not stopped within 1 s\. .*\.\n$/)
})

const stops = "async () => { await null; console.log('stopped') }"

for (const [name, fault] of Object.entries({
  'an exception': "setImmediate(() => { throw new Error('planted') })",
  'a rejection': "void Promise.reject(new Error('planted'))",
  'an error event without a listener':
    "setImmediate(() => new (require('node:events'))().emit('error', new Error('planted')))",
  'something that is not an error': "setImmediate(() => { throw 'planted' })",
}))
  test(`${name} that nothing catches is logged and stops the process gracefully with status 1`, async () => {
    const require = "const require = (await import('node:module')).createRequire('/')\n"
    const { status, said, error } = await ended(stoppable(stops, require + fault))
    assert.equal(error, 'uncaught error; the process stops: planted\n')
    assert.deepEqual([status, said], [1, 'ready\nStopping …\nstopped\n'])
  })

test('an error during a graceful stop does not interrupt it', async () => {
  const stop =
    "() => { setImmediate(() => { throw new Error('second') }); return new Promise((resolve) => setImmediate(() => setImmediate(resolve))).then(() => console.log('stopped')) }"
  const { status, said, error } = await signalled(stop)
  assert.equal(error, 'uncaught error; the process stops: second\n')
  assert.deepEqual([status, said], [1, 'ready\nStopping …\nstopped\n'])
})

test('after an uncaught error the server reports that it is not ready and completes its responses', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-faulty-'))
  const database = await processDatabase(directory)
  try {
    const { child, address } = await launch('serve', {
      flags: processFlags,
      program: fileURLToPath(new URL('testing/faulty.ts', import.meta.url)),
      environment: {
        ...database.settings,
        LEAVE_SECONDS: '2',
        LOG_LEVEL: 'silent',
      },
    })
    const end = ended(child)
    const answer = await fetch(`${address}/api/v1/fault`)
    assert.deepEqual([answer.status, await answer.json()], [200, { meta: { readiness: 503 } }])
    assert.equal((await end).status, 1)
  } finally {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
})
