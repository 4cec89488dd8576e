import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'

const module = new URL('./serve.ts', import.meta.url).href

/** A process that runs `stop` when it gets a signal; resolves with its status and what it wrote. */
async function stopped(stop: string): Promise<{ status: number | null; error: string }> {
  const script = `
    import { untilSignalled } from ${JSON.stringify(module)}
    untilSignalled(${stop}, 1)
    setInterval(() => {}, 1_000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let error = ''
  child.stderr.on('data', (part: Buffer) => (error += part.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGTERM')
  return { status: await exited, error }
}

test('a process that gets a signal to stop exits in order, with status 0', async () => {
  assert.deepEqual(await stopped('async () => {}'), { status: 0, error: '' })
})

test('a stop that does not end in time is cut off with a message', async () => {
  const { status, error } = await stopped('() => new Promise(() => {})')
  assert.equal(status, 1)
  assert.match(error, /^Not stopped within 1 s: .*\.\n$/)
})
